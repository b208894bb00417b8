import '#src/ui/tokens.css'

/** What the timeline is drawn in: colours as 0xRRGGBB. */
export interface Palette {
  readonly background: number
  readonly rulerText: number
  readonly rulerLine: number
  readonly wave: number
  readonly waveBack: number
  readonly cue: number
  readonly cueFocus: number
  readonly cueError: number
  readonly cueText: number
  readonly edge: number
  /** Edge of the line in focus. */
  readonly focus: number
  /** Along the head of a line that breaks a rule, by how grave that is. */
  readonly error: number
  readonly warning: number
  readonly shotChange: number
  readonly speech: number
  readonly outline: number
  /** The line at what a dragged edge has snapped to. */
  readonly guide: number
  /** The line at the playhead. */
  readonly playing: number
  /** Of speakers, by their place in the folder. */
  readonly roles: readonly number[]
}

const palettes = new Map<string, Palette>()

/** The colours of the theme that the page has now. */
export function paletteOf(theme = document.documentElement.dataset['theme'] ?? 'dark'): Palette {
  let palette = palettes.get(theme)
  if (!palette) palettes.set(theme, (palette = readPalette()))
  return palette
}

function readPalette(): Palette {
  const tokens = getComputedStyle(document.documentElement)
  const css = (name: string): string => tokens.getPropertyValue(`--${name}`).trim()
  const color = (name: string): number => parseInt(sixDigits(css(name)), 16)
  return {
    background: color('timeline-bg'),
    rulerText: color('timeline-ruler-text'),
    rulerLine: color('timeline-ruler-line'),
    wave: color('timeline-wave'),
    waveBack: color('timeline-wave-bg'),
    cue: color('timeline-cue'),
    cueFocus: color('timeline-cue-selected'),
    cueError: color('timeline-cue-faulty'),
    cueText: color('timeline-cue-text'),
    edge: color('timeline-edge'),
    focus: color('timeline-focus'),
    error: color('timeline-error'),
    warning: color('timeline-warning'),
    shotChange: color('timeline-shot-change'),
    speech: color('timeline-speech'),
    outline: color('timeline-outline'),
    guide: color('good'),
    playing: color('timeline-playing'),
    roles: Array.from({ length: ROLE_COLORS }, (_, at) => color(`role-${at + 1}`)),
  }
}

/** A colour's digits: builds shorten `#ffffff` to `#fff`. */
function sixDigits(color: string): string {
  const digits = color.slice(1)
  return digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
}

/** The typeface of the pages, as a canvas takes it. */
export const FONT_FAMILY = 'Inter, "Inter Fallback", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

/** How many colours there are for speakers: the tenth has the first one's again. */
export const ROLE_COLORS = 9
