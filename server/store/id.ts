import { createHash, randomBytes } from 'node:crypto'

/** 96 random bits in URL-safe text: ids can't be guessed. */
export function newId(): string {
  return randomBytes(12).toString('base64url')
}

/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
