const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** `HH:MM:SS,mmm` as SubRip writes it; hours grow past 99, negative times are written as zero. */
export function formatTimecode(ms: number, separator: ',' | '.' = ','): string {
  const t = Math.max(0, Math.round(ms))
  const h = Math.floor(t / 3_600_000)
  const m = Math.floor(t / 60_000) % 60
  const s = Math.floor(t / 1000) % 60
  return `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}${separator}${pad(t % 1000, 3)}`
}

/** `MM:SS.mmm` or `HH:MM:SS.mmm`: the short form for rulers and tool tips. */
export function formatClock(ms: number): string {
  const full = formatTimecode(ms, '.')
  return full.startsWith('00:') ? full.slice(3) : full
}

const STAMP = /^\s*(-)?(?:(\d{1,4})\s*:\s*)?(\d{1,3})\s*:\s*(\d{1,2})(?:\s*[,.:]\s*(\d{1,9}))?\s*$/

/**
 * Milliseconds of a time in any common spelling, or `undefined`: `.` or `,`, one to nine decimals (`,5` is 500 ms),
 * missing hours or leading zeros, spaces between fields.
 */
export function parseTimecode(text: string): number | undefined {
  const match = STAMP.exec(text)
  if (!match) return undefined
  const [, minus, hours, minutes, seconds, fraction] = match
  const ms =
    Number(hours ?? 0) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + fractionMs(fraction ?? '')
  return minus ? -ms : ms
}

function fractionMs(digits: string): number {
  return Number(digits.slice(0, 3).padEnd(3, '0'))
}
