/** Whether a text is the name of a time zone, such as `Europe/Madrid`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

interface WallClock {
  readonly year: number
  /** From 1. */
  readonly month: number
  /** Distance from UTC. */
  readonly offsetMs: number
}

function wallClock(at: Date, timeZone: string): WallClock {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value)
  const [year, month] = [of('year'), of('month')]
  const shown = Date.UTC(year, month - 1, of('day'), of('hour'), of('minute'), of('second'))
  return { year, month, offsetMs: shown - Math.floor(at.getTime() / 1000) * 1000 }
}

/** The current month in a zone, as `2026-11`. */
export function monthIn(at: Date, timeZone: string): string {
  const { year, month } = wallClock(at, timeZone)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** The start of the current month in a zone. */
export function startOfMonth(at: Date, timeZone: string): Date {
  const { year, month } = wallClock(at, timeZone)
  return midnightIn(Date.UTC(year, month - 1, 1), timeZone)
}

/** The start of the next month in a zone. */
export function endOfMonth(at: Date, timeZone: string): Date {
  const { year, month } = wallClock(at, timeZone)
  return midnightIn(Date.UTC(year, month, 1), timeZone)
}

/** The first moment at which a zone's clocks show what UTC shows at `utc`, or more where they skip that. */
function midnightIn(utc: number, timeZone: string): Date {
  const offsetAt = (ms: number): number => wallClock(new Date(ms), timeZone).offsetMs
  // The offset of the moment itself is needed, which may change close to it.
  const guess = utc - offsetAt(utc)
  const [first, second] = [guess, utc - offsetAt(guess)].sort((a, b) => a - b) as [number, number]
  return new Date(first + offsetAt(first) >= utc ? first : second)
}
