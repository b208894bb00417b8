import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { BUCKET_VALUES, BucketReducer } from '#core/media/buckets.ts'
import { Peaks, PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { ALIGNED_SOUND } from '#core/media/plans/parts.ts'
import { speechIntervals } from '#core/media/speech.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { printable, usage } from './messages.ts'

const RATE = 8000
/** A short filter suffices for loudness; larger packets mean fewer writes. */
const FILTERS = `${ALIGNED_SOUND}:osr=${RATE}:filter_size=4:phase_shift=0,asetnsamples=8192:p=0`

/** Spans of speech in a video or sound, decoded by ffmpeg as a stream; a UsageError says what went wrong. */
export async function speechOf(path: string): Promise<TimeRange[]> {
  if (!existsSync(path)) throw usage('not_found', { input: path })
  const pieces: Int16Array[] = []
  const reducer = new BucketReducer({ rate: RATE, perSecond: PEAKS_PER_SECOND }, (buckets) => pieces.push(buckets))
  await decode(path, (samples) => reducer.write(samples))
  reducer.end()
  const count = pieces.reduce((sum, piece) => sum + piece.length / BUCKET_VALUES, 0)
  const peaks = new Peaks((count * 1000) / PEAKS_PER_SECOND)
  let at = 0
  for (const piece of pieces) {
    peaks.fill(at, piece)
    at += piece.length / BUCKET_VALUES
  }
  return speechIntervals(peaks)
}

function decode(path: string, take: (samples: Int16Array) => void): Promise<void> {
  const ffmpeg = process.env['CUELANE_FFMPEG'] ?? 'ffmpeg'
  const input = ['-nostdin', '-v', 'error', '-i', `file:${path}`, '-map', '0:a:0']
  const output = ['-af', FILTERS, '-ac', '1', '-flush_packets', '0', '-f', 's16le', 'pipe:1']
  const child = spawn(ffmpeg, [...input, ...output], { stdio: ['ignore', 'pipe', 'pipe'] })
  let rest: Buffer = Buffer.alloc(0)
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(0, 2000)))
  child.stdout.on('data', (bytes: Buffer) => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    const whole = all.length - (all.length % 2)
    rest = all.subarray(whole)
    // A copy: a Buffer may begin at an odd address.
    take(new Int16Array(new Uint8Array(all.subarray(0, whole)).buffer))
  })
  return new Promise((resolve, reject) => {
    child.on('error', () => reject(usage('no_ffmpeg')))
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(usage('no_sound', { input: path, detail: printable(errors) }))
    })
  })
}
