import { assTime, writeAssText } from './ass.ts'
import { LossList } from './convert.ts'
import type { Cue } from './cue.ts'

/** Look of burned-in subtitles, in pixels of a picture of the given size. */
export interface BurnStyle {
  readonly width: number
  readonly height: number
  readonly font: string
  readonly fontSize: number
  readonly position: 'bottom' | 'top'
}

/** Text of about 1/18 of the picture's shorter side, as broadcasters set it. */
export function defaultBurnStyle(width: number, height: number, position: 'bottom' | 'top' = 'bottom'): BurnStyle {
  return {
    width,
    height,
    font: 'Noto Sans CJK SC',
    fontSize: Math.max(12, Math.round(Math.min(width, height) / 14)),
    position,
  }
}

/** A whole Advanced SubStation script with one style: white text, dark outline, at the chosen edge. */
export function writeBurnAss(cues: readonly Cue[], style: BurnStyle): string {
  const margin = Math.round(style.height * 0.05)
  const outline = Math.max(1, Math.round(style.fontSize / 14))
  const alignment = style.position === 'top' ? 8 : 2
  const head = [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${style.width}`,
    `PlayResY: ${style.height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    `Style: Default,${style.font},${style.fontSize},&H00FFFFFF,&H000000FF,&H00101010,&H80000000,0,0,0,0,100,100,0,0,1,${outline},0,${alignment},${margin},${margin},${margin},1`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  ]
  const losses = new LossList()
  const events = cues.map(
    (cue, index) =>
      `Dialogue: 0,${assTime(cue.start)},${assTime(cue.end)},Default,,0,0,0,,${writeAssText(cue.text, index, losses, { keeps: 'srt' })}`,
  )
  return [...head, ...events, ''].join('\n')
}

/** The cues that are on screen in a range of the video, at times counted from its start; milliseconds. */
export function cuesOfClip(cues: readonly Cue[], fromMs: number, toMs: number): Cue[] {
  return cues
    .filter(({ start, end }) => start < toMs && end > fromMs)
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start - fromMs), end: Math.min(toMs, cue.end) - fromMs }))
}
