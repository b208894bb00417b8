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
    ...fault('email', email, /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) && email.length <= 200),
    ...fault('password', password, password.length >= MIN_PASSWORD_LENGTH && password.length <= 200),
  }
}

function fault(field: keyof SignUp, value: string, isFine: boolean): Partial<Record<keyof SignUp, FieldFault>> {
  if (value === '') return { [field]: 'missing' }
  return isFine ? {} : { [field]: 'form' }
}
