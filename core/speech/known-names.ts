import { doubleMetaphone } from 'double-metaphone'
import { distance } from 'fastest-levenshtein'
import type { Word } from './words.ts'

/** A shorter sound matches too many words. */
const LEAST_SOUND = 3
/** The least share of letters that a name shares with the recognised text. */
const LEAST_ALIKE = 0.5
/** A name with this many sounds may lack one in the recognised text. */
const LONG_SOUND = 5
/** A plain word above this confidence stays, even if a name sounds alike. */
const SURE = 0.7

interface Name {
  readonly text: string
  readonly words: number
  readonly letters: string
  readonly sounds: readonly string[]
}

/**
 * Replaces words that sound like a known name: `Jory Masse` becomes `Jordi Mas`, with the similarity as confidence.
 * Keeps punctuation; the word count may differ by one. For English.
 */
export function withKnownNames(words: readonly Word[], names: readonly string[]): Word[] {
  const known = names.map(nameOf).filter(({ letters }) => letters.length >= LEAST_SOUND)
  const made: Word[] = []
  for (let at = 0; at < words.length;) {
    const found = bestAt(words, at, known)
    if (found) made.push(...written(words.slice(at, at + found.length), found))
    else made.push(words[at]!)
    at += found?.length ?? 1
  }
  return made
}

interface Found {
  readonly name: Name
  readonly alike: number
  /** Number of words it replaces. */
  readonly length: number
}

function bestAt(words: readonly Word[], at: number, known: readonly Name[]): Found | undefined {
  let best: Found | undefined
  for (const name of known) {
    for (const length of [name.words, name.words + 1, name.words - 1]) {
      if (length < 1 || at + length > words.length) continue
      const alike = likeness(words.slice(at, at + length), name)
      if (alike > (best?.alike ?? 0)) best = { name, alike, length }
    }
  }
  return best
}

/** Similarity of letters from 0 to 1; 0 if the words can't be the name. */
function likeness(heard: readonly Word[], name: Name): number {
  // Punctuation within the words separates them.
  if (heard.slice(0, -1).some(({ text }) => /[.?!,;:]$/.test(text))) return 0
  const letters = lettersOf(heard.map(({ text }) => coreOf(text).word).join(''))
  if (letters === '') return 0
  if (heard.length === 1 && name.words === 1 && isPlain(heard[0]!, name)) return 0
  if (letters === name.letters) return 1
  const isNear = heard.every((word) => !isSurelyPlain(word))
  if (!soundsOf(letters).some((sound) => name.sounds.some((other) => isSameSound(sound, other, isNear)))) return 0
  const alike = 1 - distance(letters, name.letters) / Math.max(letters.length, name.letters.length)
  return alike >= LEAST_ALIKE ? alike : 0
}

/** The same sounds; or, in words that look like a name, all but one of many. */
function isSameSound(heard: string, name: string, isNear: boolean): boolean {
  return heard === name || (isNear && name.length >= LONG_SOUND && distance(heard, name) <= 1)
}

const hasCapital = (word: string): boolean => word !== word.toLowerCase()

/** A confident word without a capital. */
const isSurelyPlain = ({ text, confidence = 1 }: Word): boolean => !hasCapital(text) && confidence >= SURE

/** A single word other than the name: confident, or with equal letters and no capital, as `mark` is not Mark. */
function isPlain(word: Word, name: Name): boolean {
  return isSurelyPlain(word) || (!hasCapital(word.text) && lettersOf(coreOf(word.text).word) === name.letters)
}

/** The name at the times of the recognised words, with their punctuation. */
function written(heard: readonly Word[], { name, alike }: Found): Word[] {
  const [first, last] = [heard[0]!, heard.at(-1)!]
  const parts = name.text.split(/\s+/)
  const [before, after] = [coreOf(first.text).before, coreOf(last.text).after]
  const span = last.end - first.start
  const confidence = Math.min(alike, ...heard.map((word) => word.confidence ?? 1))
  return parts.map((part, at) => ({
    ...first,
    ...(parts.length === heard.length
      ? { start: heard[at]!.start, end: heard[at]!.end }
      : {
          start: Math.round(first.start + (span * at) / parts.length),
          end: Math.round(first.start + (span * (at + 1)) / parts.length),
        }),
    text: `${at === 0 ? before : ''}${part}${at === parts.length - 1 ? after : ''}`,
    confidence,
  }))
}

/** A word without surrounding punctuation, and a possessive `'s`. */
function coreOf(text: string): { before: string; word: string; after: string } {
  const [, before = '', word = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)((?:['’]s)?[^\p{L}\p{N}]*)$/su.exec(text) ?? []
  return { before, word, after }
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const soundsOf = (letters: string): string[] => doubleMetaphone(letters).filter((sound) => sound.length >= LEAST_SOUND)

function nameOf(text: string): Name {
  const letters = lettersOf(text)
  return { text: text.trim(), words: text.trim().split(/\s+/).length, letters, sounds: soundsOf(letters) }
}
