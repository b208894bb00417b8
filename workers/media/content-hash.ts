import { createSHA256 } from 'hash-wasm'
import { MediaFailed } from '#core/media/fault.ts'

const PIECE_BYTES = 8 * 1024 ** 2

/** SHA-256 of a file in hexadecimal, like the server's; read in pieces for any size. */
export async function hashFile(file: Blob, signal: AbortSignal, onProgress: (share: number) => void): Promise<string> {
  const hash = await createSHA256()
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    if (signal.aborted) throw new MediaFailed('cancelled')
    const piece = await file
      .slice(at, at + PIECE_BYTES)
      .arrayBuffer()
      .catch((error: unknown) => {
        throw new MediaFailed('source_lost', String(error))
      })
    hash.update(new Uint8Array(piece))
    onProgress(Math.min(1, (at + PIECE_BYTES) / file.size))
  }
  return hash.digest('hex')
}
