import type { Cue } from './cue.ts'
import { parseMarkup, TAG } from '../text/markup.ts'

/*
 * Typeset cues in the picture, as against dialogue: drawings, positioned signs, frame-by-frame animations. They follow
 * the picture's times and overlap no dialogue. Recognised from the text alone, which every check has.
 */

/** Four frames at 23.976 in milliseconds: shorter cues with override codes are frames of an animation. */
const ANIMATION_BELOW = 167

const DRAWS = /\\p[1-9]/
const PLACES = /\\(?:pos|move)\s*\(/
/** Codes about letters' look or a row's position, which dialogue has too. */
const DIALOGUE_CODES = /^\{(?:\\(?:an?\d+|[ibus]\d*|1?c(?:&[^\\{}]*)?))*\}$/

const hasBlock = (text: string, has: (block: string) => boolean): boolean =>
  text.includes('\\') && (text.match(TAG)?.some((tag) => tag.startsWith('{') && has(tag)) ?? false)

/** Whether a text draws something (`{\p1}m 0 0 l …`), with or without letters. */
export function hasDrawing(text: string): boolean {
  if (!text.includes('\\p')) return false
  return parseMarkup(text).runs.some((run) => run.kind === 'code' && run.of === 'drawing' && run.code.trim() !== '')
}

/** Whether a text has a point in the picture, or moves: `\pos`, `\move`. */
export const isPlaced = (text: string): boolean => hasBlock(text, (block) => PLACES.test(block))

/** Whether a cue is typeset: its times and existence are not dialogue's. */
export function isTypeset({ text, start, end }: Cue): boolean {
  if (!text.includes('\\')) return false
  if (isPlaced(text)) return true
  if (DRAWS.test(text) && hasDrawing(text)) return true
  return (
    end - start < ANIMATION_BELOW && hasBlock(text, (block) => !block.startsWith('{\\*') && !DIALOGUE_CODES.test(block))
  )
}

/** A cue's position as on a numeric keypad; undefined for a typeset one, which covers nothing. */
export function rowPlace(cue: Cue): number | undefined {
  if (!cue.text.includes('\\')) return 2
  return isTypeset(cue) ? undefined : (parseMarkup(cue.text).align ?? 2)
}

/** Whether two simultaneous cues would overlap on screen. */
export function wouldCover(a: Cue, b: Cue): boolean {
  const place = rowPlace(a)
  return place !== undefined && place === rowPlace(b)
}

/** For each cue the next one in the list that it would overlap; undefined for typeset ones. O(n). */
export function nextToCover(cues: readonly Cue[]): (Cue | undefined)[] {
  const next: (Cue | undefined)[] = []
  const latest = new Map<number, Cue>()
  for (let at = cues.length - 1; at >= 0; at--) {
    const cue = cues[at]
    const place = cue && rowPlace(cue)
    next[at] = place === undefined ? undefined : latest.get(place)
    if (cue && place !== undefined) latest.set(place, cue)
  }
  return next
}
