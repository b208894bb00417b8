/** `customer_type` of somebody who did not sign in with an account. */
export const VISITOR_TYPE = -1
export const CUSTOMER_TYPE = 1

export const MIN_PASSWORD_LENGTH = 8
/** Least and greatest length of an account's name. */
export const accountName = { min: 2, max: 40, pattern: /^[^\s@]+$/ } as const

/** What is asked for to sign up. */
export interface SignUp {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Why a field can't be sent: it is empty, or not of its form. */
export type FieldFault = 'missing' | 'form'

/** What is wrong with each field of a sign-up; the server's schema says the same, and has the last word on addresses. */
export function signUpFaults({ name, email, password }: SignUp): Partial<Record<keyof SignUp, FieldFault>> {
  const { min, max, pattern } = accountName
  const isName = name.length >= min && name.length <= max && pattern.test(name)
  return {
    ...fault('name', name, isName),
    ...fault('email', email, isEmail(email) && email.length <= 200),
    ...fault('password', password, isPassword(password)),
  }
}

/** Whether a text looks like a whole e-mail address; whether somebody reads it nobody can tell. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)
}

/** Whether a password is neither too short nor too long. */
export function isPassword(text: string): boolean {
  return text.length >= MIN_PASSWORD_LENGTH && text.length <= 200
}

/** What is asked for to change a password; an account without one has no old one. */
export interface PasswordChange {
  readonly oldpassword: string
  readonly password: string
  readonly repassword: string
}

/** What is wrong with each field of a change of the password. */
export function passwordFaults(
  { oldpassword, password, repassword }: PasswordChange,
  hasPassword: boolean,
): Partial<Record<keyof PasswordChange, FieldFault>> {
  return {
    ...(hasPassword && fault('oldpassword', oldpassword, true)),
    ...fault('password', password, isPassword(password)),
    ...fault('repassword', repassword, repassword === password),
  }
}

function fault<F extends string>(field: F, value: string, isFine: boolean): Partial<Record<F, FieldFault>> {
  const faults: Partial<Record<F, FieldFault>> = {}
  if (value === '') faults[field] = 'missing'
  else if (!isFine) faults[field] = 'form'
  return faults
}
