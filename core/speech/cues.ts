import { fixAll } from '../checks/fix.ts'
import type { Limits, RuleId } from '../checks/rule.ts'
import { shotChangesAround } from '../checks/timing-rules.ts'
import { itemAt } from '../subtitle/text/item-at.ts'
import { balanceText, wrapText } from '../subtitle/text/balance.ts'
import { beginsClause, leansOn } from '../subtitle/text/function-words.ts'
import type { Cue, NewId } from '../subtitle/cue/cue.ts'
import { cueList } from '../subtitle/cue/cue-list.ts'
import { applyPatch } from '../subtitle/cue/patch.ts'
import { unspacedCost } from '../subtitle/text/word-pieces.ts'
import type { Word } from './words.ts'

/** Rules for making cues of recognised words. */
export interface CueRules {
  readonly maxLineLength: number
  readonly maxLines: number
  readonly maxDurationMs: number
  /** A silence of at least this length ends a cue. */
  readonly pauseMs: number
  /** How long a cue stays after its sound, and at most if it needs the time to be read and has room. */
  readonly lingerMs: number
  readonly maxLingerMs: number
  readonly minDurationMs: number
  readonly gapMs: number
  /** Readable characters per second. */
  readonly maxCps: number
  /** Least time to read a word; 0 if only characters count. */
  readonly msPerWord: number
  /** Whether words are joined without spaces. */
  readonly unspaced: boolean
  /** End of the video in milliseconds: no cue is longer. */
  readonly videoEndMs: number
  /** Shot changes in milliseconds, in order: cues preferably end beside one. */
  readonly shotChanges: readonly number[]
  /** The profile by which times beside shot changes and other cues are fixed; undefined keeps them. */
  readonly limits?: Limits
}

/**
 * 42 characters, two lines, 7 s, 5/6 s, two frames at 24 fps, 20 per second: Netflix Timed Text Style Guide, "General
 * requirements".
 */
export const defaultCueRules: CueRules = {
  maxLineLength: 42,
  maxLines: 2,
  maxDurationMs: 7000,
  pauseMs: 500,
  lingerMs: 120,
  maxLingerMs: 500,
  minDurationMs: 833,
  gapMs: 83,
  maxCps: 20,
  msPerWord: 0,
  unspaced: false,
  videoEndMs: Infinity,
  shotChanges: [],
}

/** Rules for scripts without spaces, whose characters are about twice as wide and say about twice as much. */
export const unspacedCueRules: CueRules = { ...defaultCueRules, maxLineLength: 16, maxCps: 11, unspaced: true }

/** A cue and its words. */
export interface SpokenCue<W extends Word> {
  readonly cue: Cue
  readonly words: readonly W[]
}

/** Makes cues without overlaps of recognised words in time order: no word is lost, and a cue has one speaker. */
export function wordsToCues(words: readonly Word[], rules: CueRules, newId: NewId): Cue[] {
  return wordsInCues(words, rules, newId).map(({ cue }) => cue)
}

/** The same cues, each with its words. */
export function wordsInCues<W extends Word>(words: readonly W[], rules: CueRules, newId: NewId): SpokenCue<W>[] {
  const groups = groupWords(words, rules)
  const cues = groups.map((group, index): Cue => {
    const { start } = itemAt(group, 0)
    const next = groups[index + 1]?.[0]?.start ?? Infinity
    return { id: newId(), start, end: endOf(group, next, rules), text: layOut(group, rules), roles: [] }
  })
  return fixedTimes(cues, rules).map((cue, index) => ({ cue, words: itemAt(groups, index) }))
}

/** Rules of a profile for times beside shot changes and other cues. */
const TIMES: ReadonlySet<RuleId> = new Set(['shot_in', 'shot_out', 'min_gap', 'chain_gap'])

/** Applies the profile's fixes of times, so that the editor finds nothing fixable in the cues. */
function fixedTimes(cues: readonly Cue[], { limits, shotChanges }: CueRules): readonly Cue[] {
  if (!limits) return cues
  const list = cueList(cues)
  return applyPatch(list, fixAll(list, limits, { only: TIMES, shotChanges }).patch).cues
}

/** A cue stays until it can be read, as far as the next one allows. */
function endOf(group: readonly Word[], next: number, rules: CueRules): number {
  const { start } = itemAt(group, 0)
  const spokenEnd = itemAt(group, group.length - 1).end
  const wanted = Math.max(
    spokenEnd + rules.lingerMs,
    start + rules.minDurationMs,
    Math.min(start + Math.ceil(readMs(group, rules)), spokenEnd + rules.maxLingerMs),
  )
  // The gap has precedence over the last sound of a word, as profiles require.
  return Math.max(start + 1, Math.min(wanted, start + rules.maxDurationMs, next - rules.gapMs, rules.videoEndMs))
}

/** Reading time of the words. */
function readMs(group: readonly Word[], rules: CueRules): number {
  return Math.max((joinWords(group, rules).length * 1000) / rules.maxCps, group.length * rules.msPerWord)
}

/** Cost of a break after a word: least after a sentence, most within a phrase. */
const AFTER_SENTENCE = 0
const AFTER_CLAUSE = 0.3
const BEFORE_CLAUSE = 0.5
const INSIDE = 1.6
const AFTER_LEANING = 2
/** Factor for a cue of a break that is too costly for a row, in scripts without spaces. */
const UNSPACED = 2
/** Greatest value of a pause at a break, and of a shot change within this distance in milliseconds. */
const PAUSE_WORTH = 1
const SHOT_WORTH = 0.6
const NEAR_SHOT_MS = 250
/** Costs of two sentences in one cue, of a cue too short or too fast to read, and of each cue. */
const TWO_SENTENCES = 1
const TOO_SHORT = 3
const TOO_QUICK = 2
const EACH_CUE = 0.6
/** Uneven lengths are harder to read. */
const LENGTH = 0.5

const SENTENCE_END = /[.!?。！？…]["'”’)]?$/
const CLAUSE_END = /[,;:，；：、—]["'”’)]?$/
/** The cheapest division of words into cues (dynamic programming over the last cue's first word). */
function groupWords<W extends Word>(words: readonly W[], rules: CueRules): W[][] {
  const best = new Float64Array(words.length + 1).fill(Infinity)
  const from = new Int32Array(words.length + 1)
  best[0] = 0
  const costs = words.map((_, at) => breakCost(words, at + 1, rules))
  for (let end = 1; end <= words.length; end++) {
    for (let start = end - 1; start >= 0; start--) {
      if (start < end - 1 && !mayGoOn(words, start, end, rules)) break
      const cost = (best[start] ?? Infinity) + cueCost(words, start, end, rules) + (costs[end - 1] ?? 0)
      if (cost < (best[end] ?? Infinity)) {
        best[end] = cost
        from[end] = start
      }
    }
  }
  const groups: W[][] = []
  for (let end = words.length; end > 0; end = from[end] ?? 0) groups.push(words.slice(from[end] ?? 0, end))
  return groups.reverse()
}

/** Whether the words from `start` to `end` may form a cue; if not, no earlier start may either. */
function mayGoOn(words: readonly Word[], start: number, end: number, rules: CueRules): boolean {
  const [first, next] = [itemAt(words, start), itemAt(words, start + 1)]
  if (next.start - first.end >= rules.pauseMs || first.speaker !== next.speaker) return false
  if (itemAt(words, end - 1).end - first.start > rules.maxDurationMs) return false
  const text = joinWords(words.slice(start, end), rules)
  return (
    text.length <= rules.maxLineLength || wrapText(text, rules.maxLineLength, rules.unspaced).length <= rules.maxLines
  )
}

function cueCost(words: readonly Word[], start: number, end: number, rules: CueRules): number {
  const group = words.slice(start, end)
  const next = words[end]?.start ?? Infinity
  const shown = Math.max(1, endOf(group, next, rules) - itemAt(group, 0).start)
  const length = joinWords(group, rules).length
  const sentences = group.slice(0, -1).filter(({ text }) => SENTENCE_END.test(text)).length
  const short = Math.max(0, 1 - shown / rules.minDurationMs)
  const quick = Math.max(0, readMs(group, rules) / shown - 1)
  const full = length / (rules.maxLineLength * rules.maxLines)
  return EACH_CUE + sentences * TWO_SENTENCES + short * TOO_SHORT + quick * TOO_QUICK + LENGTH * full ** 2
}

function breakCost(words: readonly Word[], end: number, { pauseMs, unspaced, shotChanges }: CueRules): number {
  const [last, next] = [words[end - 1], words[end]]
  if (!last || !next || last.speaker !== next.speaker) return 0
  const pause = Math.min(1, Math.max(0, next.start - last.end) / pauseMs) * PAUSE_WORTH
  const worth = pause + (isShotBetween(last, next, shotChanges) ? SHOT_WORTH : 0)
  if (SENTENCE_END.test(last.text)) return AFTER_SENTENCE - worth
  if (CLAUSE_END.test(last.text)) return AFTER_CLAUSE - worth
  if (unspaced) return INSIDE + UNSPACED * costBetween(last.text, next.text) - worth
  if (beginsClause(next.text)) return BEFORE_CLAUSE - worth
  return (leansOn(last.text) ? AFTER_LEANING : INSIDE) - worth
}

/** Whether the picture changes between two words or near them. */
function isShotBetween({ end }: Word, { start }: Word, shotChanges: readonly number[]): boolean {
  const [, after = Infinity] = shotChangesAround(shotChanges, end - NEAR_SHOT_MS)
  return after <= start + NEAR_SHOT_MS
}

const costBetween = (last: string, next: string): number =>
  unspacedCost({ text: last, from: 0 }, { text: next, from: last.length })

function joinWords(words: readonly Word[], rules: CueRules): string {
  return words.map((word) => word.text).join(rules.unspaced ? '' : ' ')
}

function layOut(words: readonly Word[], rules: CueRules): string {
  return balanceText(joinWords(words, rules), rules.maxLineLength, rules.unspaced)
}
