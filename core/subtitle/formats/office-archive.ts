import { unzipSync, zipSync } from 'fflate'
import { countXml } from './xml-count.ts'

/** A table of 100,000 cues takes a tenth of it. */
const MOST_BYTES = 64 * 1024 ** 2
const MOST_FILES = 2000
/** A Word table of 20,000 cues has two million. */
const MOST_ELEMENTS = 4_000_000

/** The file unpacks to more than any subtitle table. */
export class TooBig extends Error {}

/**
 * An archive's XML, repacked without compression, so that a reader gets exactly its bytes. Archives that unpack to too
 * much, or are too complex, are refused before. Throws TooBig or TooComplex.
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
