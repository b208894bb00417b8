import { accountName, isAccountName } from './account-name.ts'

/** `customer_type` of a visitor. */
export const VISITOR_TYPE = -1
export const CUSTOMER_TYPE = 1

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 200
/** Of an e-mail address, and of the log-in name. */
export const MAX_EMAIL_LENGTH = 200

/** The fields of the sign-up. */
export interface SignUp {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Why a field is invalid: empty, malformed, or too long. */
export type FieldFault = 'missing' | 'form' | 'long'

/** The fields of the log-in. */
export interface Login {
  readonly account: string
  readonly password: string
}

/** Faults of a login's fields; the server's schema agrees. */
export function loginFaults({ account, password }: Login): Partial<Record<keyof Login, FieldFault>> {
  return {
    ...fault('account', account, true, MAX_EMAIL_LENGTH),
    ...fault('password', password, true, MAX_PASSWORD_LENGTH),
  }
}

/** Faults of a sign-up's fields; the server's schema agrees. */
export function signUpFaults({ name, email, password }: SignUp): Partial<Record<keyof SignUp, FieldFault>> {
  return {
    ...fault('name', name, isAccountName(name)),
    ...fault('email', email, isEmail(email), MAX_EMAIL_LENGTH),
    ...fault('password', password, isPassword(password), MAX_PASSWORD_LENGTH),
  }
}

/** The form of a whole e-mail address. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether a text looks like a whole e-mail address. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text)
}

/** A name for an account without one, from its e-mail address; `n` above 1 if it is taken. */
export function nameFromEmail(email: string, n: number): string {
  const { min, max } = accountName
  const [local = ''] = email.split('@')
  const kept = [...local].filter((char) => /[\p{L}\p{N}._-]/u.test(char)).join('')
  const ending = n > 1 ? String(n) : ''
  const base = kept.length < min ? `user${kept}` : kept
  return clip(base, max - ending.length) + ending
}

/** At most this many UTF-16 units, without half a surrogate pair at the end. */
function clip(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Whether a password is neither too short nor too long. */
export function isPassword(text: string): boolean {
  return text.length >= MIN_PASSWORD_LENGTH && text.length <= MAX_PASSWORD_LENGTH
}

/** The fields of a password change; an account without a password has no old one. */
export interface PasswordChange {
  readonly oldpassword: string
  readonly password: string
  readonly repassword: string
}

/** Faults of a password change's fields. */
export function passwordFaults(
  { oldpassword, password, repassword }: PasswordChange,
  hasPassword: boolean,
): Partial<Record<keyof PasswordChange, FieldFault>> {
  return {
    ...(hasPassword && fault('oldpassword', oldpassword, true)),
    ...fault('password', password, isPassword(password), MAX_PASSWORD_LENGTH),
    ...fault('repassword', repassword, repassword === password),
  }
}

function fault<F extends string>(
  field: F,
  value: string,
  isFine: boolean,
  most = Infinity,
): Partial<Record<F, FieldFault>> {
  const faults: Partial<Record<F, FieldFault>> = {}
  if (value === '') faults[field] = 'missing'
  else if (value.length > most) faults[field] = 'long'
  else if (!isFine) faults[field] = 'form'
  return faults
}
