import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'sealed1'
const FILE = 'secret-keys'

/** The keys of this process are unusable, or differ from the one that sealed a text. */
export class WrongSecretKeys extends Error {}

interface NamedKey {
  /** An id of the key that does not reveal it. */
  readonly name: string
  readonly bytes: Buffer
}

/**
 * Encrypts secrets that the server needs again (AES-256-GCM). The first key encrypts; all decrypt, so that keys can be
 * rotated.
 */
export class SecretBox {
  private readonly keys: readonly [NamedKey, ...NamedKey[]]

  /** Throws a WrongSecretKeys if a key is not 32 bytes in Base64. */
  constructor(texts: readonly string[]) {
    const [first, ...others] = texts.map(namedKey)
    if (!first) throw new WrongSecretKeys('CUELANE_SECRET_KEYS must hold at least one key.')
    this.keys = [first, ...others]
  }

  /** Encrypts a text for a row, such as `webhook ID`; it can't be decrypted in another row. */
  seal(text: string, row: string): string {
    const [{ name, bytes }] = this.keys
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(row))
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return [VERSION, name, sealed.toString('base64url')].join('.')
  }

  /** Decrypts a text; undefined if no key fits, or it was encrypted for another row. */
  open(sealed: string, row: string): string | undefined {
    const [version, name, content = ''] = sealed.split('.')
    const key = this.keys.find((one) => one.name === name)
    const bytes = Buffer.from(content, 'base64url')
    if (version !== VERSION || !key || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES))
    decipher.setAAD(Buffer.from(row)).setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  }

  /** Whether a text is encrypted with the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${VERSION}.${this.keys[0].name}.`)
  }

  /** Whether a text is encrypted at all: those of earlier versions are not. */
  isSealed(text: string): boolean {
    return text.startsWith(`${VERSION}.`)
  }
}

function namedKey(text: string): NamedKey {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== KEY_BYTES)
    throw new WrongSecretKeys('CUELANE_SECRET_KEYS must be keys of 32 bytes in Base64, with commas between them.')
  return { name: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}

/** The keys of this installation: the setting's, else of a file in the data folder, created at the first start. */
export async function openSecretBox(setting: string | undefined, dataDir: string): Promise<SecretBox> {
  if (setting !== undefined) return new SecretBox(setting.split(','))
  const path = join(dataDir, FILE)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return new SecretBox(lines)
}
