import { unzipSync, zipSync } from 'fflate'

/** A table of 100,000 lines takes a tenth of it. */
const MOST_BYTES = 64 * 1024 ** 2
const MOST_FILES = 2000

/** The file unpacks to more than any table of subtitles does. */
export class TooBig extends Error {}

/**
 * The same archive without compression, so that a reader gets no more bytes than it has; what says that it unpacks to
 * more is refused before anything is unpacked.
 */
export function unpacked(bytes: Uint8Array): Uint8Array {
  let total = 0
  let count = 0
  const files = unzipSync(bytes, {
    filter: ({ originalSize }) => {
      total += originalSize
      count++
      if (total > MOST_BYTES || count > MOST_FILES) throw new TooBig()
      return true
    },
  })
  return zipSync(files, { level: 0 })
}
