import { itemAt } from '../subtitle/item-at.ts'
import { balanceText, wrapText } from '../subtitle/balance.ts'
import type { Cue, NewId } from '../subtitle/cue.ts'
import type { Word } from './words.ts'

/** How recognised words become cues. */
export interface CueRules {
  readonly maxLineLength: number
  readonly maxLines: number
  readonly maxDurationMs: number
  /** A silence of at least this length ends a cue. */
  readonly pauseMs: number
  /** A cue may stay this much longer than the sound where there is room. */
  readonly lingerMs: number
  readonly minDurationMs: number
  readonly gapMs: number
  /** True where words are joined without blanks. */
  readonly unspaced: boolean
}

/** 42 characters, two lines, 7 s, 5/6 s, two frames at 24 fps: Netflix Timed Text Style Guide, "General requirements". */
export const defaultCueRules: CueRules = {
  maxLineLength: 42,
  maxLines: 2,
  maxDurationMs: 7000,
  pauseMs: 500,
  lingerMs: 500,
  minDurationMs: 833,
  gapMs: 83,
  unspaced: false,
}

/** Rules for scripts written without blanks, whose characters are about twice as wide. */
export const unspacedCueRules: CueRules = { ...defaultCueRules, maxLineLength: 16, unspaced: true }

/** Cues that do not overlap, of recognised words in time order. */
export function wordsToCues(words: readonly Word[], rules: CueRules, newId: NewId): Cue[] {
  const groups = groupWords(words, rules)
  return groups.map((group, index) => {
    const { start } = itemAt(group, 0)
    const spokenEnd = itemAt(group, group.length - 1).end
    const next = groups[index + 1]?.[0]?.start ?? Infinity
    const wanted = Math.max(spokenEnd + rules.lingerMs, start + rules.minDurationMs)
    const end = Math.max(start + 1, Math.min(wanted, next - rules.gapMs))
    return { id: newId(), start, end: Math.max(end, Math.min(spokenEnd, next)), text: layOut(group, rules), roles: [] }
  })
}

function groupWords(words: readonly Word[], rules: CueRules): Word[][] {
  const groups: Word[][] = []
  let group: Word[] = []
  for (const word of words) {
    if (group.length > 0 && startsNewCue(group, word, rules)) {
      groups.push(group)
      group = []
    }
    group.push(word)
  }
  if (group.length > 0) groups.push(group)
  return groups
}

function startsNewCue(group: readonly Word[], word: Word, rules: CueRules): boolean {
  const last = itemAt(group, group.length - 1)
  if (word.start - last.end >= rules.pauseMs) return true
  if (/[.!?。！？…]["'”’)]?$/.test(last.text)) return true
  if (word.end - itemAt(group, 0).start > rules.maxDurationMs) return true
  return wrapText(joinWords([...group, word], rules), rules.maxLineLength, rules.unspaced).length > rules.maxLines
}

function joinWords(words: readonly Word[], rules: CueRules): string {
  return words.map((word) => word.text).join(rules.unspaced ? '' : ' ')
}

function layOut(words: readonly Word[], rules: CueRules): string {
  return balanceText(joinWords(words, rules), rules.maxLineLength, rules.unspaced)
}
