/** Passwords of fewer distinct characters are quickly enumerated. */
const LEAST_SIGNS = 5
/** Characters that a password needs beside the user's name. */
const LEAST_BESIDE = 6

/**
 * Whether a password is among the first guesses: a common one (`common`, in lower case), few distinct characters, or the
 * user's name or address with little beside it (NIST SP 800-63B, 3.1.1.2).
 */
export function isGuessable(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
  common: ReadonlySet<string>,
): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (common.has(text) || new Set(text).size < LEAST_SIGNS) return true
  return [name, email, email.split('@')[0] ?? '']
    .map((own) => own.normalize('NFKC').toLowerCase())
    .some((own) => own.length > 2 && text.includes(own) && text.replaceAll(own, '').length < LEAST_BESIDE)
}
