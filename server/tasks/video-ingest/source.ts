import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** A file as it was when it was hashed. */
export interface SourceFile {
  readonly path: string
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly hash: string
  /** Throws if the file has changed since. Checked before a result is stored, as everyone with this content shares it. */
  checkUnchanged(): Promise<void>
}

/** Hashes a local file and remembers its identity. */
export async function hashSource(path: string): Promise<SourceFile> {
  const before = await identityOf(path)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash)
  const checkUnchanged = async (): Promise<void> => {
    if ((await identityOf(path)) !== before) throw new Error(`${path} changed while it was read`)
  }
  await checkUnchanged()
  return { path, hash: hash.digest('hex'), checkUnchanged }
}

/** Changes with every write, and when another file takes the name. */
async function identityOf(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}
