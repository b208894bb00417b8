import type { TimeRange } from '#core/timing/time-range.ts'

/** Arguments that make ffmpeg print where a recording is silent. */
export function silenceArgs(source: string): string[] {
  return ['-hide_banner', '-nostdin', '-i', source, '-af', 'silencedetect=noise=-35dB:d=0.3', '-f', 'null', '-']
}

/** Silences in milliseconds from what `silencedetect` printed. */
export function readSilences(log: string): TimeRange[] {
  const silences: TimeRange[] = []
  let start: number | undefined
  for (const match of log.matchAll(/silence_(start|end): (-?[\d.]+)/g)) {
    const ms = Math.round(Number(match[2]) * 1000)
    if (match[1] === 'start') start = Math.max(0, ms)
    else if (start !== undefined) silences.push({ start, end: ms })
  }
  return silences
}
