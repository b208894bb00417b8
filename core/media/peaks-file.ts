import { resultOf } from '../domain/steps.ts'
import { BUCKET_VALUES } from './buckets.ts'
import { Peaks, PEAKS_PER_SECOND } from './peaks.ts'

/** Header size: magic, version, buckets a second, duration in ms, number of buckets; little endian. */
const HEADER_BYTES = 16
const MAGIC = 0x4b_50_4c_43
const VERSION = 1
/** Buckets read at once: half a minute, a multiple of each coarser level's. */
const PART = 4096
/** Upper bound of a video's length: limits the memory that a header can request. */
const MAX_DURATION_MS = 24 * 3600 * 1000

/** Not a waveform written by this version. */
export class PeaksUnreadable extends Error {}

/** The whole video's waveform as a file; coarser levels are recomputed on reading. */
export function writePeaks(peaks: Peaks): ArrayBuffer {
  const { buckets } = peaks.finest
  const file = new ArrayBuffer(HEADER_BYTES + buckets.byteLength)
  const header = new DataView(file)
  header.setUint32(0, MAGIC, true)
  header.setUint16(4, VERSION, true)
  header.setUint16(6, PEAKS_PER_SECOND, true)
  header.setUint32(8, Math.round(peaks.durationMs), true)
  header.setUint32(12, peaks.bucketCount, true)
  new Int16Array(file, HEADER_BYTES).set(buckets)
  return file
}

/** Reads a file of `writePeaks`; throws PeaksUnreadable for anything else. */
export function readPeaks(file: ArrayBuffer): Peaks {
  return resultOf(readPeaksByParts(file))
}

/** The same part by part, so that a page can draw in between; the last step has the whole. */
export function* readPeaksByParts(file: ArrayBuffer): Generator<undefined, Peaks> {
  if (file.byteLength < HEADER_BYTES) throw new PeaksUnreadable('too short')
  const header = new DataView(file)
  const durationMs = header.getUint32(8, true)
  const count = header.getUint32(12, true)
  if (header.getUint32(0, true) !== MAGIC || header.getUint16(4, true) !== VERSION) throw new PeaksUnreadable('kind')
  if (header.getUint16(6, true) !== PEAKS_PER_SECOND || durationMs > MAX_DURATION_MS) throw new PeaksUnreadable('facts')
  if (file.byteLength !== HEADER_BYTES + count * BUCKET_VALUES * 2) throw new PeaksUnreadable('length')
  const peaks = new Peaks(durationMs)
  if (count !== peaks.bucketCount) throw new PeaksUnreadable('count')
  const buckets = new Int16Array(file, HEADER_BYTES)
  for (let from = 0; from < count; from += PART) {
    peaks.fill(from, buckets.subarray(from * BUCKET_VALUES, (from + PART) * BUCKET_VALUES))
    yield
  }
  return peaks
}
