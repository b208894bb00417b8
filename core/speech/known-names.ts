import { doubleMetaphone } from 'double-metaphone'
import { distance } from 'fastest-levenshtein'
import type { Word } from './words.ts'

/** A shorter sound is that of too many words. */
const LEAST_SOUND = 3
/** Share of the letters that a name has in common with what was heard for it. */
const LEAST_ALIKE = 0.5
/** A name with so many sounds may have one that was not heard. */
const LONG_SOUND = 5
/** One plain word that is heard surely is that word, though a name sounds like it. */
const SURE = 0.7

interface Name {
  readonly text: string
  readonly words: number
  readonly letters: string
  readonly sounds: readonly string[]
}

/**
 * Words with the names that are known in place of those that only sound like them: `Jory Masse` becomes `Jordi Mas`, as sure as
 * the letters are alike. Marks stay; a name may be heard as one word more or fewer. For English.
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
  /** Number of words that were heard for it. */
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

/** How alike the letters are, from 0 to 1; 0 where words do not stand for the name. */
function likeness(heard: readonly Word[], name: Name): number {
  // Marks within end what was said.
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

/** The same sounds, or, of words that look like a name, all but one of many. */
function isSameSound(heard: string, name: string, isNear: boolean): boolean {
  return heard === name || (isNear && name.length >= LONG_SOUND && distance(heard, name) <= 1)
}

const hasCapital = (word: string): boolean => word !== word.toLowerCase()

/** A word without a capital that was heard surely. */
const isSurelyPlain = ({ text, confidence = 1 }: Word): boolean => !hasCapital(text) && confidence >= SURE

/** A single word that is none of the name's: heard surely, or with the same letters and no capital: `mark` is no Mark. */
function isPlain(word: Word, name: Name): boolean {
  return isSurelyPlain(word) || (!hasCapital(word.text) && lettersOf(coreOf(word.text).word) === name.letters)
}

/** The name's words in the times of those that were heard, with the marks around them. */
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

/** A word without the marks before and after it, and the `'s` that goes on after a name. */
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
