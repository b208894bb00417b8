import type { Cue } from './cue.ts'
import { parseMarkup, TAG } from './markup.ts'

/*
 * Lines that are set into the picture rather than read as dialogue: drawings, signs at a place of their own, and signs that
 * are animated frame by frame. Their times are those of the picture, and they cover no dialogue. All of it is told from
 * the text, as every check, fixer and operation has it.
 */

/** Four frames at 23.976, in milliseconds: what is shorter and has override codes is one frame of an animation. */
const ANIMATION_BELOW = 167

const DRAWS = /\\p[1-9]/
const PLACES = /\\(?:pos|move)\s*\(/
/** Codes that say how letters look or where a row stands, which dialogue has too. */
const DIALOGUE_CODES = /^\{(?:\\(?:an?\d+|[ibus]\d*|1?c(?:&[^\\{}]*)?))*\}$/

const hasBlock = (text: string, has: (block: string) => boolean): boolean =>
  text.includes('\\') && (text.match(TAG)?.some((tag) => tag.startsWith('{') && has(tag)) ?? false)

/** Whether a text draws something (`{\p1}m 0 0 l …`), with letters beside it or without. */
export function hasDrawing(text: string): boolean {
  if (!text.includes('\\p')) return false
  return parseMarkup(text).runs.some((run) => run.kind === 'code' && run.of === 'drawing' && run.code.trim() !== '')
}

/** Whether a text stands at a point of the picture, or moves from one to another: `\pos`, `\move`. */
export const isPlaced = (text: string): boolean => hasBlock(text, (block) => PLACES.test(block))

/** Whether a cue is set into the picture: its times and its being there are not those of dialogue. */
export function isTypeset({ text, start, end }: Cue): boolean {
  if (!text.includes('\\')) return false
  if (isPlaced(text)) return true
  if (DRAWS.test(text) && hasDrawing(text)) return true
  return (
    end - start < ANIMATION_BELOW && hasBlock(text, (block) => !block.startsWith('{\\*') && !DIALOGUE_CODES.test(block))
  )
}

/** Where a cue stands, as on a numeric keypad; undefined for one that is set into the picture and covers nothing. */
export function rowPlace(cue: Cue): number | undefined {
  if (!cue.text.includes('\\')) return 2
  return isTypeset(cue) ? undefined : (parseMarkup(cue.text).align ?? 2)
}

/** Whether two cues would cover each other if they were shown at once. */
export function wouldCover(a: Cue, b: Cue): boolean {
  const place = rowPlace(a)
  return place !== undefined && place === rowPlace(b)
}

/** For each cue the next one in the list that it would cover; undefined for those set into the picture. O(n). */
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
