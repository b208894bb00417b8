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

/** A name for an account that has none yet, out of its e-mail address; `n` above 1 for when it is taken. */
export function nameFromEmail(email: string, n: number): string {
  const { min, max } = accountName
  const [local = ''] = email.split('@')
  const kept = [...local].filter((char) => /[\p{L}\p{N}._-]/u.test(char)).join('')
  const ending = n > 1 ? String(n) : ''
  const base = kept.length < min ? `user${kept}` : kept
  return clip(base, max - ending.length) + ending
}

/** At most so many UTF-16 units, and no half of a pair at the end. */
function clip(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
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
