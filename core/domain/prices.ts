/** Credits that a new customer account gets once. */
export const SIGN_UP_CREDITS = 200
/** Days of their validity. */
export const SIGN_UP_CREDITS_DAYS = 365
