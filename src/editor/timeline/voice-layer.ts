import type { Palette } from './palette.ts'
import type { Surface } from './surface/surface.ts'
import { endOf, type View, xOf } from './view.ts'

/** How well a voice lies: without effort, with a change that is heard, or not at all. */
export type VoiceLook = 'easy' | 'strained' | 'off'

/** A voice of a dub in the timeline; times in milliseconds. */
export interface VoicePlace {
  readonly start: number
  readonly end: number
  readonly look: VoiceLook
  /** Written in the box where it has room, such as `1.15×`. */
  readonly label: string
}

/** Height of the track in pixels. */
export const VOICE_TRACK_PX = 22

const INSET_PX = 3
const TEXT_PX = 11
const LABEL_MIN_PX = 44
const OPACITY = 0.55

interface Place {
  readonly view: View
  readonly top: number
  readonly height: number
}

/** Draws the voices of a dub as boxes below the lines, coloured by how they lie. `voices` is ordered by start. */
export function drawVoices(
  surface: Surface,
  voices: readonly VoicePlace[],
  { view, top, height }: Place,
  palette: Palette,
): void {
  surface.rect(palette.waveBack, 0, top, view.width, height)
  const colors = { easy: palette.guide, strained: palette.warning, off: palette.error }
  const [from, to] = [view.startMs, endOf(view)]
  let right = -Infinity
  for (const { start, end, look, label } of voices) {
    if (start > to) break
    if (end < from) continue
    const x = Math.max(-2, Math.round(xOf(view, start)))
    const width = Math.min(view.width + 2, Math.max(x + 1, Math.round(xOf(view, end)) - 1)) - x
    // Narrower than a pixel: hidden by the one before, unless it is in trouble.
    if (x + width <= right && look === 'easy') continue
    right = Math.max(right, x + width)
    surface.rect(colors[look], x, top + INSET_PX, width, height - 2 * INSET_PX, OPACITY)
    surface.rect(colors[look], x, top + height - INSET_PX - 2, width, 2)
    if (label !== '' && width >= LABEL_MIN_PX)
      surface.text(label, x + INSET_PX + 1, top + height - INSET_PX - 5, TEXT_PX, palette.cueText)
  }
}
