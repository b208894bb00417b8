import { unzipSync, zipSync } from 'fflate'
import { countXml } from './xml-count.ts'

/** A table of 100,000 lines takes a tenth of it. */
const MOST_BYTES = 64 * 1024 ** 2
const MOST_FILES = 2000
/** A table of 20,000 lines in Word has two million. */
const MOST_ELEMENTS = 4_000_000

/** The file unpacks to more than any table of subtitles does. */
export class TooBig extends Error {}

/**
 * The XML of an archive without compression, so that a reader gets no more bytes than it has. What says that it unpacks to more
 * is refused before anything is unpacked, and what a reader would not bear before it is read. Throws TooBig or TooComplex.
 */
export function unpacked(bytes: Uint8Array): Uint8Array {
  let total = 0
  let count = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/i.test(name)) return false
      total += originalSize
      count++
      if (total > MOST_BYTES || count > MOST_FILES) throw new TooBig()
      return true
    },
  })
  let elements = MOST_ELEMENTS
  for (const part of Object.values(files)) elements -= countXml(part, elements)
  return zipSync(files, { level: 0 })
}
