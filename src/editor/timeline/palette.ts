import { ROLE_COLORS } from '#core/domain/role-colors.ts'
import '#src/ui/tokens.css'

/** A speaker's colours: edges and stripe of a box, and its body. */
export interface SpeakerColors {
  readonly strong: number
  readonly body: number
}

/** Colours of the timeline, as 0xRRGGBB. */
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
  /** Outline of the focused line. */
  readonly focus: number
  /** Stripe of a line with findings, by severity. */
  readonly error: number
  readonly warning: number
  readonly shotChange: number
  readonly speech: number
  readonly outline: number
  /** Guide at a snapped edge. */
  readonly guide: number
  /** Mark of the line at the playhead. */
  readonly playing: number
  /** Colours of speakers, by their index in the folder. */
  readonly roles: readonly SpeakerColors[]
}

const palettes = new Map<string, Palette>()

/** Colours of the page's theme. */
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
    roles: Array.from({ length: ROLE_COLORS }, (_, at) => {
      const strong = color(`role-${at + 1}`)
      return { strong, body: mixed(strong, color('timeline-bg'), BODY_SHARE) }
    }),
  }
}

/** Share of a speaker's colour in a box: texts on it keep a contrast of 4.9 in both themes. */
const BODY_SHARE = 0.45

function mixed(color: number, other: number, share: number): number {
  const part = (shift: number): number =>
    Math.round(((color >> shift) & 255) * share + ((other >> shift) & 255) * (1 - share)) << shift
  return part(16) | part(8) | part(0)
}

/** Six digits of a colour: builds shorten `#ffffff` to `#fff`. */
function sixDigits(color: string): string {
  const digits = color.slice(1)
  return digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
}

/** The font of the pages, as a canvas needs it. */
export const FONT_FAMILY =
  'Inter, "Inter Fallback", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif, ' +
  '"Thai Fallback", "Devanagari Fallback", "Arabic Fallback", "Emoji Fallback"'
