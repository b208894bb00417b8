/** How a TTML document counts time (TTML2, section 7.2). */
export interface TtmlClock {
  /** Frames a second with the multiplier applied. */
  readonly frameRate: number
  readonly nominalRate: number
  readonly subFrames: number
  readonly tickRate: number
}

/** The clock of a document by the attributes of its `tt` element (TTML2, section 7.2). */
export function clockOf(attribute: (name: string) => string | undefined): TtmlClock {
  const nominalRate = positive(attribute('frameRate')) ?? 30
  const [over = 1, under = 1] = (attribute('frameRateMultiplier') ?? '1 1').split(/[\s:]+/).map(Number)
  const multiplier = over > 0 && under > 0 ? over / under : 1
  const subFrames = positive(attribute('subFrameRate')) ?? 1
  const frameRate = nominalRate * multiplier
  const given = positive(attribute('tickRate'))
  const tickRate = given ?? (attribute('frameRate') ? frameRate * subFrames : 1)
  return { frameRate, nominalRate, subFrames, tickRate }
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text)
  return text !== undefined && value > 0 && Number.isFinite(value) ? value : undefined
}

const CLOCK = /^(\d{1,6}):(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9})|:(\d{1,4})(?:\.(\d{1,4}))?)?$/
const OFFSET = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/

/** Milliseconds of a TTML time expression; undefined for what is none. */
export function parseTtmlTime(text: string, clock: TtmlClock): number | undefined {
  const value = text.trim()
  const [offset, count, unit = ''] = OFFSET.exec(value) ?? []
  if (offset) return Math.round(Number(count) * unitMs(unit, clock))
  const match = CLOCK.exec(value)
  if (!match) return undefined
  const [, hours, minutes, seconds, fraction, frames, sub] = match
  const whole = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000
  if (fraction) return whole + Math.round(Number(`0.${fraction}`) * 1000)
  if (!frames) return whole
  return whole + Math.round((1000 * (Number(frames) + Number(sub ?? 0) / clock.subFrames)) / clock.frameRate)
}

function unitMs(unit: string, clock: TtmlClock): number {
  switch (unit) {
    case 'h':
      return 3_600_000
    case 'm':
      return 60_000
    case 's':
      return 1000
    case 'ms':
      return 1
    case 'f':
      return 1000 / clock.frameRate
    default:
      return 1000 / clock.tickRate
  }
}
