import type { TimeRange } from '../../timing/time-range.ts'
import type { Args } from './parts.ts'

export const silenceVersion = '1'

/** Logs spans quieter than -35 dB for at least 0.3 s at level `info`, for `SilenceReader`. */
export function planSilence(source: string): Args {
  return ['-i', source, '-af', 'silencedetect=noise=-35dB:d=0.3', '-f', 'null', '-']
}

/** Silences in milliseconds from `silencedetect`'s lines, as they arrive. */
export class SilenceReader {
  readonly silences: TimeRange[] = []
  private start: number | undefined

  take(line: string): void {
    for (const match of line.matchAll(/silence_(start|end): (-?[\d.]+)/g)) {
      const ms = Math.round(Number(match[2]) * 1000)
      if (match[1] === 'start') this.start = Math.max(0, ms)
      else if (this.start !== undefined) this.silences.push({ start: this.start, end: ms })
    }
  }
}
