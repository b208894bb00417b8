import { heldText, type LossList } from '../convert.ts'
import type { Cue } from '../../cue/cue.ts'
import type { CueExtras, FormatExtras } from '../format.ts'
import { stretched } from '../../cue/inner-times.ts'
import { plainText } from '../../text/markup.ts'
import { spokenWords } from '../../cue/spoken-words.ts'
import { textOfRuns } from '../../text/styled.ts'
import type { WordsOf, WordTime } from '../../cue/word-times.ts'

interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

interface Options {
  readonly extras?: FormatExtras | undefined
  readonly speakers: ReadonlyMap<string, string>
  readonly language?: string | undefined
  readonly words?: WordsOf | undefined
}

/**
 * A JSON transcript with word times in seconds, in Whisper's form. Unknown word times are spread over the cue by letters
 * and marked `"estimated": true`.
 */
export function writeWordsJson(
  cues: readonly Cue[],
  { extras, speakers, language, words }: Options,
  losses: LossList,
): string {
  const segments = cues.map((cue, index) => {
    const text = textOfRuns(heldText(cue.text, 'words', index, losses).runs)
    const kept = extras?.cues.get(cue.id)
    const own = words?.(cue)
    const read = kept?.words?.length && kept.text === cue.text && text === cue.text ? kept : undefined
    const known = own ? wordsOf(cue, own) : read && knownWords(cue, read)
    const speaker = speakers.get(cue.id)
    return {
      id: index,
      start: seconds(cue.start),
      end: seconds(cue.end),
      text,
      ...(speaker === undefined ? {} : { speaker }),
      ...(known ? {} : { estimated: true }),
      words: known ?? spreadWords(cue, text),
    }
  })
  const text = segments.map((segment) => segment.text).join('\n')
  return `${JSON.stringify({ ...(language ? { language } : {}), text, segments }, null, 2)}\n`
}

const seconds = (ms: number): number => Math.round(ms) / 1000

/** All words of a cue; unknown ones are spread between known ones. */
function wordsOf(cue: Cue, known: readonly WordTime[]): Word[] {
  return spokenWords(cue, known).map(({ from, to, start, end }) => {
    return { word: plainText(cue.text.slice(from, to)), start: seconds(start), end: seconds(end) }
  })
}

/** Words move and scale with their cue. */
function knownWords(cue: Cue, kept: CueExtras): Word[] {
  const move = stretched(kept, cue)
  const times = kept.words ?? []
  const first = times[0]?.offset ? [{ offset: 0, start: kept.start }] : []
  const marks = [...first, ...times]
  return marks.flatMap(({ offset, start }, at) => {
    const next = marks[at + 1]
    const word = cue.text.slice(offset, next?.offset).trim()
    return word === '' ? [] : [{ word, start: seconds(move(start)), end: seconds(next ? move(next.start) : cue.end) }]
  })
}

function spreadWords({ start, end }: Cue, text: string): Word[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  let passed = 0
  const timeAt = (): number => seconds(start + ((end - start) * passed) / Math.max(1, letters))
  return words.map((word) => {
    const from = timeAt()
    passed += word.length
    return { word, start: from, end: timeAt() }
  })
}
