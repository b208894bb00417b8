import type { TimeRange } from '#core/timing/time-range.ts'

/** Arguments that make ffmpeg print where a recording is silent. */
export function silenceArgs(source: string): string[] {
  return ['-i', source, '-af', 'silencedetect=noise=-35dB:d=0.3', '-f', 'null', '-']
}

/** Silences in milliseconds from the lines that `silencedetect` prints, as they come. */
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
