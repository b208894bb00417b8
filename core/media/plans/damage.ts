import type { TimeRange } from '../../timing/time-range.ts'
import type { Args } from './parts.ts'

export const damageVersion = '2'

/** ffprobe: every picture with its time and the decoder's complaints, for `DamageReader`; without the source. */
export function damageArgs(videoIndex: number): Args {
  return [
    ...['-select_streams', `${videoIndex}`, '-show_frames', '-show_log', '16'],
    ...['-show_entries', 'frame=key_frame,pts_time:log=message', '-of', 'default'],
  ]
}

/** Shorter gaps than this in milliseconds, or of a few frames, are not reported. */
const MIN_GAP_MS = 500
const MIN_GAP_FRAMES = 5
/** Damage with less than this between is one, in milliseconds. */
const JOINED_WITHIN_MS = 1000
/** Most reported stretches; the last one then extends to the final end. */
const MAX_RANGES = 50

export interface DamageOptions {
  /** The file's own time at which players begin, in milliseconds. */
  readonly startMs: number
  readonly durationMs: number
  /** Frames a second as a fraction. */
  readonly rate: readonly [number, number]
}

interface Picture {
  readonly ms: number
  readonly isKey: boolean
  readonly isFaulty: boolean
}

/**
 * Finds where a video shows nothing or something wrong, from ffprobe's output as it arrives. An undecodable picture
 * spoils all up to the next keyframe.
 */
export class DamageReader {
  private readonly options: DamageOptions
  private readonly ranges: { start: number; end: number }[] = []
  /** End of the last good picture, where the next damage begins. */
  private goodUntil = 0
  private isSpoiled = false
  private hasPictures = false
  private isKey = false
  private isFaulty = false
  private ms: number | undefined

  constructor(options: DamageOptions) {
    this.options = options
  }

  take(line: string): void {
    if (line === '[FRAME]') {
      this.isKey = false
      this.isFaulty = false
      this.ms = undefined
    } else if (line.startsWith('key_frame=')) this.isKey = line.endsWith('=1')
    else if (line.startsWith('pts_time=')) this.ms = Math.round(Number(line.slice(9)) * 1000) - this.options.startMs
    else if (line.startsWith('message=')) this.isFaulty = true
    else if (line === '[/FRAME]' && this.ms !== undefined && !Number.isNaN(this.ms)) {
      this.takePicture({ ms: Math.max(0, this.ms), isKey: this.isKey, isFaulty: this.isFaulty })
    }
  }

  private get frameMs(): number {
    const [num, den] = this.options.rate
    return num > 0 ? (1000 * den) / num : 40
  }

  private takePicture({ ms, isKey, isFaulty }: Picture): void {
    const isGap = ms - this.goodUntil > Math.max(MIN_GAP_MS, MIN_GAP_FRAMES * this.frameMs)
    // A complaint about a keyframe after a gap concerns the gap.
    const isWhole = isKey && (!isFaulty || isGap)
    const isGood = this.isSpoiled ? isWhole : !isFaulty || isWhole
    if (isGood && (this.isSpoiled || isGap)) this.add(this.goodUntil, ms)
    this.isSpoiled = !isGood
    this.hasPictures = true
    if (isGood) this.goodUntil = Math.max(this.goodUntil, ms + this.frameMs)
  }

  private add(from: number, to: number): void {
    const range = { start: Math.round(from), end: Math.round(to) }
    const last = this.ranges.at(-1)
    if (range.end <= range.start) return
    if (last && (range.start - last.end < JOINED_WITHIN_MS || this.ranges.length === MAX_RANGES)) last.end = range.end
    else this.ranges.push(range)
  }

  /** All damage in milliseconds of the players' clock, in order. */
  end(): TimeRange[] {
    if (this.isSpoiled) this.add(this.goodUntil, this.options.durationMs)
    return this.hasPictures ? this.ranges : []
  }
}
