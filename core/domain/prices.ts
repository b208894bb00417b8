/** Credits that a new customer account gets once. */
export const SIGN_UP_CREDITS = 200
/** Days for which they can be spent. */
export const SIGN_UP_CREDITS_DAYS = 365
