import { isPhonemes, type Pronunciation } from '../domain/pronunciation.ts'
import { RECORDED_VOICE } from './takes.ts'

interface Speech {
  /** Of the line. */
  readonly language: string
  /** Whether the voice takes phonemes; without, words that have only these stay as they are. */
  readonly takesPhonemes: boolean
}

const IN_WORD = /[\p{L}\p{N}\p{M}]/u
/** Scripts whose words have no space between them. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

/**
 * Returns a function that writes a text as a voice should speak it: whole words of the list replaced, the longest first.
 * What was put in is not looked at again.
 */
export function pronouncer(list: readonly Pronunciation[], speech: Speech): (text: string) => string {
  const byFirst = Map.groupBy(entriesFor(list, speech), ({ word }) => firstOf(word))
  if (byFirst.size === 0) return (text) => text
  return (text) => {
    let spoken = ''
    for (let at = 0; at < text.length;) {
      const entry = byFirst.get(firstOf(text.slice(at, at + 2)))?.find(({ word }) => isAt(text, at, word))
      const letter = String.fromCodePoint(text.codePointAt(at) ?? 0)
      spoken += entry ? entry.say : letter
      at += entry ? entry.word.length : letter.length
    }
    return spoken
  }
}

/** The entries that a voice can use, the longest first; of equal ones that of the exact case. */
function entriesFor(list: readonly Pronunciation[], { language, takesPhonemes }: Speech): Pronunciation[] {
  return list
    .map((entry) => ({ ...entry, word: entry.word.trim(), say: entry.say.trim() }))
    .filter((entry) => entry.word !== '' && entry.say !== '')
    .filter((entry) => entry.language === '' || entry.language === language)
    .filter(({ say }) => takesPhonemes || !isPhonemes(say))
    .sort((a, b) => b.word.length - a.word.length || Number(isAnyCase(a.word)) - Number(isAnyCase(b.word)))
}

const isAnyCase = (word: string): boolean => word === word.toLowerCase()

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0).toLowerCase()

function isAt(text: string, at: number, word: string): boolean {
  const end = at + word.length
  const there = text.slice(at, end)
  if (there !== word && !(isAnyCase(word) && there.toLowerCase() === word)) return false
  return isEdge(text.slice(0, at).slice(-2), word) && isEdge(word.slice(-2), text.slice(end, end + 2))
}

/** Whether a word may end or begin between two texts. */
function isEdge(before: string, after: string): boolean {
  const [last, first] = [[...before].at(-1) ?? '', [...after][0] ?? '']
  if (!IN_WORD.test(last) || !IN_WORD.test(first)) return true
  return UNSPACED.test(last) || UNSPACED.test(first)
}

/** How voices speak a text in a language: some take phonemes, others do not; persons read it as it is written. */
export function pronouncerOf(
  list: readonly Pronunciation[],
  language: string,
  takesPhonemes: (voice: string) => boolean,
): (text: string, voice: string) => string {
  const spelled = pronouncer(list, { language, takesPhonemes: false })
  const spoken = pronouncer(list, { language, takesPhonemes: true })
  return (text, voice) => (voice === RECORDED_VOICE ? text : (takesPhonemes(voice) ? spoken : spelled)(text))
}
