import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import commonPasswords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { isGuessable } from '#core/domain/guessable.ts'
import { Refusal } from './refusal.ts'

let common: ReadonlySet<string> | undefined

/** Throws a Refusal for a password among the first guesses for this name and address. */
export function refuseGuessable(password: string, who: { readonly name: string; readonly email: string }): void {
  common ??= new Set(commonPasswords)
  if (isGuessable(password, who, common)) throw new Refusal('refused', 'password_guessable')
}

const derive = promisify(argon2)
/** OWASP's smallest argon2id setting; about 30 ms here. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** Hashes a password, in PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce)
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${b64(nonce)}$${b64(tag)}`
}

/** Checks a password against a stored hash, in constant time. */
export async function checkPassword(password: string, hash: string): Promise<boolean> {
  const [, , , , nonce, tag] = hash.split('$')
  const expected = Buffer.from(tag ?? '', 'base64')
  const actual = await tagOf(password, Buffer.from(nonce ?? '', 'base64'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

async function tagOf(password: string, nonce: Buffer): Promise<Buffer> {
  return derive('argon2id', { ...COST, message: password, nonce })
}

function b64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
