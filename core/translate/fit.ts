import type { Limits } from '../checks/rule.ts'
import type { LanguageCode } from '../domain/languages.ts'
import type { Cue } from '../subtitle/cue/cue.ts'
import { missingTerms, type GlossaryTerm } from './glossary.ts'
import type { CuePassages } from './passages.ts'
import { rowLength } from './rows.ts'
import type { Sentence } from './sentences.ts'
import { shorterTexts } from './shorter.ts'

/** Sentences with translations, and how their parts form cues. */
interface Fitting<T extends { readonly text: string | null }> {
  readonly cues: readonly Cue[]
  readonly taken: readonly CuePassages[]
  readonly sentences: readonly Sentence[]
  readonly translations: readonly T[]
  readonly to: LanguageCode
  readonly limits: Limits
  readonly glossary: readonly GlossaryTerm[]
  /** How much longer each cue may last. */
  readonly longer: readonly number[]
  /** Text of each part; empty if a sentence has no translation. */
  readonly divide: (sentence: Sentence, translation: T) => readonly string[]
}

/** Milliseconds to read a text. */
export const readingTime = (text: string, limits: Limits): number =>
  (rowLength(text, limits.cpsCounting) / limits.cps) * 1000

/** Shortens translations of cues that can't be read in time, no more than needed. */
export function fittedTranslations<T extends { readonly text: string | null }>(fitting: Fitting<T>): T[] {
  const { cues, taken, sentences, translations, to, limits, glossary, longer, divide } = fitting
  const lengths = cues.map((_, at) => around(taken[at]))
  const count = (sentence: Sentence, parts: readonly string[], sign: 1 | -1): void =>
    sentence.parts.forEach(({ cue }, at) => {
      const own = rowLength(parts[at] ?? '', limits.cpsCounting) + 1
      lengths[cue] = (lengths[cue] ?? 0) + sign * own
    })
  const divided = sentences.map((sentence, at) => {
    const one = translations[at]
    return one ? divide(sentence, one) : []
  })
  sentences.forEach((sentence, at) => count(sentence, divided[at] ?? [], 1))
  // Reading time does not count a trailing space.
  const over = ({ parts }: Sentence): number =>
    [...new Set(parts.map(({ cue }) => cue))].reduce((sum, at) => {
      const { start, end } = cues[at] ?? { start: 0, end: 0 }
      const room = ((end - start + (longer[at] ?? 0)) / 1000) * limits.cps
      return sum + Math.max(0, (lengths[at] ?? 0) - 1 - room)
    }, 0)
  return sentences.map((sentence, at) => {
    const first = translations[at]
    if (!first?.text || over(sentence) === 0) return first ?? ({ text: null } as T)
    const source = sentence.parts.map(({ text }) => text).join(' ')
    const kept = missingTerms(source, first.text, glossary).length
    let best = first
    let [parts, least] = [divided[at] ?? [], over(sentence)]
    for (const text of shorterTexts(first.text, to)) {
      if (missingTerms(source, text, glossary).length > kept) continue
      const other = { ...first, text }
      const shared = divide(sentence, other)
      if (shared.length === 0) continue
      count(sentence, parts, -1)
      count(sentence, shared, 1)
      const now = over(sentence)
      if (now < least) [best, parts, least] = [other, shared, now]
      else {
        count(sentence, shared, -1)
        count(sentence, parts, 1)
      }
      if (least === 0) break
    }
    return best
  })
}

/** Letters of a cue outside sentences: dashes and notes. */
function around(taken: CuePassages | undefined): number {
  return taken?.passages.reduce((sum, { before, after }) => sum + before.length + after.length, 0) ?? 0
}
