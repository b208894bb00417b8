/** `customer_type` of somebody who did not sign in with an account. */
export const VISITOR_TYPE = -1
export const CUSTOMER_TYPE = 1

export const MIN_PASSWORD_LENGTH = 8
