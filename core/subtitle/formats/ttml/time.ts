/** Time base of a TTML document (TTML2, section 7.2). */
export interface TtmlClock {
  /** Frames a second with the multiplier applied. */
  readonly frameRate: number
  readonly nominalRate: number
  readonly multiplier: { readonly over: number; readonly under: number }
  readonly subFrames: number
  readonly tickRate: number
  /** Base of frame labels: in `smpte` time they are the video's frames, which may differ from the clock. */
  readonly smpte: false | DropMode
}

/** Which frame labels are dropped (TTML2, section 7.2.4). */
type DropMode = 'nonDrop' | 'dropNTSC' | 'dropPAL'

/** A document's clock by its `tt` attributes (TTML2, section 7.2). */
export function clockOf(attribute: (name: string) => string | undefined): TtmlClock {
  const nominalRate = positive(attribute('frameRate')) ?? 30
  const smpte = attribute('timeBase')?.trim() === 'smpte' && dropModeOf(attribute('dropMode')?.trim())
  // Drop frame applies to the rates of NTSC and PAL-M only, whatever a file says.
  const usual = smpte && smpte !== 'nonDrop' ? '1000 1001' : '1 1'
  const [over = 1, under = 1] = (attribute('frameRateMultiplier') ?? usual)
    .trim()
    .split(/[\s:]+/)
    .map(Number)
  const multiplier = over > 0 && under > 0 ? { over, under } : { over: 1, under: 1 }
  const subFrames = positive(attribute('subFrameRate')) ?? 1
  const frameRate = (nominalRate * multiplier.over) / multiplier.under
  const given = positive(attribute('tickRate'))
  const tickRate = given ?? (attribute('frameRate') ? frameRate * subFrames : 1)
  return { frameRate, nominalRate, multiplier, subFrames, tickRate, smpte }
}

const dropModeOf = (mode: string | undefined): DropMode =>
  mode === 'dropNTSC' || mode === 'dropPAL' ? mode : 'nonDrop'

function positive(text: string | undefined): number | undefined {
  const value = Number(text)
  return text !== undefined && value > 0 && Number.isFinite(value) ? value : undefined
}

/** A clock time: hours, minutes and seconds, then a fraction or frames with sub-frames. Apple's lyrics have no hours. */
const CLOCK = /^(?:(\d{1,6}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{1,9})|[:;](\d{1,4})(?:\.(\d{1,4}))?)?$/
/** An offset with its unit; without one in seconds, as in Apple's lyrics. */
const OFFSET = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t|)$/
/** The standard's forms (TTML2, section 12.3.1). */
const STRICT = /^(?:\d{2,6}:\d\d:\d\d(?:\.\d+|:\d{2,}(?:\.\d+)?)?|\d+(?:\.\d+)?(?:h|m|s|ms|f|t))$/

/** Milliseconds of a TTML time expression, including common deviations; undefined for others. */
export function parseTtmlTime(text: string, clock: TtmlClock): number | undefined {
  const value = text.trim()
  const [offset, count, unit = ''] = OFFSET.exec(value) ?? []
  if (offset) return Math.round(Number(count) * unitMs(unit, clock))
  const match = CLOCK.exec(value)
  if (!match) return undefined
  const [, hours, minutes, seconds, fraction, frames, sub] = match
  const allMinutes = Number(hours ?? 0) * 60 + Number(minutes)
  const whole = allMinutes * 60 + Number(seconds)
  if (fraction) return whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000)
  const rest = Number(frames ?? 0) + Number(sub ?? 0) / clock.subFrames
  if (clock.smpte) {
    return framesMs(whole * clock.nominalRate + rest - droppedLabels(allMinutes, clock.smpte), clock)
  }
  return whole * 1000 + framesMs(rest, clock)
}

/** Milliseconds of frames; the multiplier is applied last, to keep halves. */
function framesMs(frames: number, { nominalRate, multiplier: { over, under } }: TtmlClock): number {
  return Math.round((frames * 1000 * under) / (nominalRate * over))
}

/** Labels dropped before a minute (TTML2, section I.2: the SMPTE time base). */
function droppedLabels(minutes: number, mode: DropMode): number {
  if (mode === 'dropNTSC') return 2 * (minutes - Math.floor(minutes / 10))
  return mode === 'dropPAL' ? 4 * (Math.floor(minutes / 2) - Math.floor(minutes / 20)) : 0
}

/** Whether a time is standard; others are read with a repair. */
export function isTtmlTime(text: string): boolean {
  return STRICT.test(text.trim())
}

function unitMs(unit: string, clock: TtmlClock): number {
  switch (unit) {
    case 'h':
      return 3_600_000
    case 'm':
      return 60_000
    case 's':
    case '':
      return 1000
    case 'ms':
      return 1
    case 'f':
      return 1000 / clock.frameRate
    default:
      return 1000 / clock.tickRate
  }
}

/**
 * A time in the notation of `like`; if that can't be exact to the millisecond, in hours with milliseconds, or in seconds
 * if hours would count frames.
 */
export function formatTtmlTime(ms: number, like: string | undefined, clock: TtmlClock): string {
  const written = like === undefined ? undefined : inStyleOf(ms, like.trim(), clock)
  if (written !== undefined && parseTtmlTime(written, clock) === ms) return written
  return clock.smpte ? (inUnit(ms, 's', 0, clock) ?? '') : clockTime(ms, true, 3)
}

function inStyleOf(ms: number, like: string, clock: TtmlClock): string | undefined {
  const [offset, count = '', unit = ''] = OFFSET.exec(like) ?? []
  if (offset) return inUnit(ms, unit, count.split('.')[1]?.length ?? 0, clock)
  const match = CLOCK.exec(like)
  if (!match) return undefined
  const [, hours, , , fraction, frames, sub] = match
  if (!frames) {
    const decimals = fraction?.length ?? (hours !== undefined && ms % 1000 ? 3 : 0)
    return clockTime(ms, hours !== undefined, decimals, hours?.length)
  }
  if (sub) return undefined
  const mark = like.includes(';') ? ';' : ':'
  if (clock.smpte) return frameLabel(ms, clock, clock.smpte, hours !== undefined, mark)
  const rest = Math.round(((ms % 1000) * clock.frameRate) / 1000)
  if (rest >= clock.frameRate) return undefined
  return `${clockTime(ms - (ms % 1000), hours !== undefined, 0)}${mark}${digits(rest, 2)}`
}

/** The label of the nearest frame in `smpte` time. */
function frameLabel(
  ms: number,
  { frameRate, nominalRate }: TtmlClock,
  mode: DropMode,
  hours: boolean,
  mark: string,
): string {
  const frame = Math.round((ms * frameRate) / 1000)
  const minuteOf = (count: number) => Math.floor(count / (60 * nominalRate))
  // Dropped labels move a frame into a later minute, which drops more.
  let count = frame
  for (let next = -1; next !== count;) {
    next = count
    count = frame + droppedLabels(minuteOf(count), mode)
  }
  const seconds = Math.floor(count / nominalRate)
  return `${clockTime(seconds * 1000, hours, 0)}${mark}${digits(Math.round(count - seconds * nominalRate), 2)}`
}

/** `digits` is the preferred length of the fraction; it gets as many as it needs. */
function inUnit(ms: number, unit: string, decimals: number, clock: TtmlClock): string | undefined {
  const value = ms / unitMs(unit, clock)
  if (unit === 'f' || unit === 't') return `${Math.round(value)}${unit}`
  const long = value.toFixed(unit === 'h' || unit === 'm' ? 9 : 3)
  const [whole = '0', fraction = ''] = long.replace(/\.?0+$/, '').split('.')
  const shown = fraction.padEnd(decimals, '0')
  return `${whole}${shown && `.${shown}`}${unit}`
}

/** `[H]H:MM:SS.fff`, or `M:SS.fff` without hours, with at least `decimals` decimals. */
function clockTime(ms: number, withHours: boolean, decimals: number, hourDigits = 2): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = digits(Math.floor(ms / 1000) % 60, 2)
  const fraction = digits(ms % 1000, 3)
    .replace(/0+$/, '')
    .padEnd(decimals, '0')
  const shown = `${seconds}${fraction && `.${fraction}`}`
  if (!withHours) return `${minutes}:${shown}`
  return `${digits(Math.floor(minutes / 60), hourDigits)}:${digits(minutes % 60, 2)}:${shown}`
}

const digits = (value: number, width: number): string => String(value).padStart(width, '0')
