import { bcp47, type LanguageCode } from '../domain/languages.ts'
import { likeness, normalWords } from './words.ts'

/** Letters that a text must contain in a language with its own script. */
const scripts: Partial<Record<LanguageCode, RegExp>> = {
  zh_cn: /\p{Script=Han}/u,
  zh_tw: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  th: /\p{Script=Thai}/u,
  el: /\p{Script=Greek}/u,
}
const LATIN = /\p{Script=Latin}/u

export interface Pair {
  readonly from: LanguageCode
  readonly to: LanguageCode
}

/** Lower-case words, or a script without case: content that a translation changes. */
const isOrdinary = (word: string): boolean => /^\p{Ll}/u.test(word) || /^\p{Lo}/u.test(word)

/** Number of words that are no names, symbols or numbers. */
function ordinaryWords(text: string): number {
  return text.split(/[^\p{L}\p{M}'’]+/u).filter((word) => word.length > 1 && isOrdinary(word)).length
}

const ALIKE = 0.9

/** Whether a translation is unchanged although another language would differ. */
export function isEcho(source: string, target: string): boolean {
  // Texts this different in length can't be alike.
  const [short, long] = [source.length, target.length].sort((a, b) => a - b)
  if ((short ?? 0) < (long ?? 0) * 0.7 || ordinaryWords(source) < 3) return false
  return likeness(source, target) >= ALIKE
}

/** Whether a text can be a translation at all: in the right script, neither lost nor a comment about it. */
export function isPlausible(source: string, target: string, { from, to }: Pair): boolean {
  if (target.trim() === '') return false
  if (target.length > 40 + source.length * 5) return false
  // Symbols alone are no translation of words.
  if (/\p{L}/u.test(source) && !/[\p{L}\p{N}]/u.test(target)) return false
  const script = scripts[to] ?? LATIN
  const own = scripts[from] ?? LATIN
  return String(script) === String(own) || ordinaryWords(source) < 2 || script.test(target)
}

const DIGITS = /\p{Nd}+(?:[.,'’\u00a0\u202f٫٬]\p{Nd}+)*/gu

/** The digits of a text's numbers: separators differ by language. */
export function numbersOf(text: string): string[] {
  return [...text.matchAll(DIGITS)].map(([number]) =>
    [...number].flatMap((letter) => (/\p{Nd}/u.test(letter) ? [digitOf(letter)] : [])).join(''),
  )
}

/** Blocks of decimal digits have ten entries and begin at a multiple of sixteen, or six after. */
function digitOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  const low = code & 15
  return /[\p{Nd}]/u.test(String.fromCodePoint(code - low)) ? low : low - 6
}

const SIGN = /[$€£¥₽₴%]/gu
const AT_NUMBER = /\p{Nd}\s?[$€£¥₽₴%]|[$€£¥₽₴%]\s?\p{Nd}/gu

/** Currency and percent signs beside a number in the original, missing beside the translation's. */
export function looseSigns(source: string, target: string): string[] {
  const at = (text: string, sign: string): number =>
    (text.match(AT_NUMBER) ?? []).filter((found) => found.includes(sign)).length
  const signs = new Set(source.match(SIGN))
  return [...signs].filter((sign) => target.includes(sign) && at(target, sign) < at(source, sign))
}

const BY_MYRIADS: readonly LanguageCode[] = ['zh_cn', 'zh_tw', 'ja', 'ko', 'hi']

/** A normal space between thousands: `1 250,50`. */
const BLANK_IN_NUMBER = /(?<=(?<!\p{Nd})\p{Nd}{1,3}(?:[ \u00a0\u202f]\p{Nd}{3})*) (?=\p{Nd}{3}(?!\p{Nd}))/gu

/** Numbers of the original that its translation lacks. Those up to twelve may be spelt out. */
export function missingNumbers(source: string, target: string, to: LanguageCode): string[] {
  const found = numbersOf(target.replace(BLANK_IN_NUMBER, '\u00a0'))
  return numbersOf(source).filter((number) => {
    const at = found.indexOf(number)
    if (at >= 0) found.splice(at, 1)
    if (at >= 0 || Number(number) <= 12) return false
    return !(BY_MYRIADS.includes(to) && Number(number) >= 1000)
  })
}

/**
 * Names of a whole text: words with inner capitals, at least twice, never in lower case. Countries, languages, days and
 * months are excluded.
 */
export function namesOf(texts: readonly string[], from: LanguageCode): Set<string> {
  const small = new Set<string>()
  const inside = new Map<string, number>()
  for (const text of texts) {
    const words = text.split(/[^\p{L}\p{M}'’-]+/u).filter((word) => word !== '')
    words.forEach((word, at) => {
      if (/^\p{Ll}/u.test(word)) small.add(word.toLowerCase())
      else if (at > 0 && /^\p{Lu}\p{Ll}{2}/u.test(word)) inside.set(word, (inside.get(word) ?? 0) + 1)
    })
  }
  const common = commonCapitals(from)
  return new Set(
    [...inside].flatMap(([word, count]) => {
      const plain = word.toLowerCase()
      return count > 1 && !small.has(plain) && !common.has(plain) ? [word] : []
    }),
  )
}

const capitals = new Map<LanguageCode, Set<string>>()

/** Capitalised words of a language that are translated; cached. */
function commonCapitals(from: LanguageCode): Set<string> {
  const known = capitals.get(from) ?? findCommonCapitals(bcp47(from))
  capitals.set(from, known)
  return known
}

function findCommonCapitals(tag: string): Set<string> {
  const words: string[] = []
  for (let month = 0; month < 12; month++) {
    const date = new Date(Date.UTC(2024, month, month + 1))
    for (const style of [{ month: 'long' }, { weekday: 'long' }] as const)
      words.push(new Intl.DateTimeFormat(tag, { ...style, timeZone: 'UTC' }).format(date))
  }
  const regions = new Intl.DisplayNames([tag], { type: 'region' })
  const languages = new Intl.DisplayNames([tag], { type: 'language' })
  for (let a = 65; a < 91; a++)
    for (let b = 65; b < 91; b++) {
      const code = String.fromCharCode(a, b)
      words.push(regions.of(code) ?? '', languages.of(code.toLowerCase()) ?? '')
    }
  return new Set(words.flatMap(normalWords))
}

const SAME_BEGINNING = 3

/** Names of the original missing in its translation, if both use the same script. Endings may differ. */
export function missingNames(source: string, target: string, names: ReadonlySet<string>, { from, to }: Pair): string[] {
  if (String(scripts[from] ?? LATIN) !== String(scripts[to] ?? LATIN)) return []
  const words = normalWords(target).map(bare)
  const said = source.split(/[^\p{L}\p{M}'’-]+/u).filter((word) => names.has(word))
  return [...new Set(said)].filter((name) => {
    const begin = bare(name.toLowerCase()).slice(0, SAME_BEGINNING)
    return !words.some((word) => word.startsWith(begin))
  })
}

/** Without accents. */
const bare = (word: string): string => word.normalize('NFD').replace(/\p{M}+/gu, '')

const LEAST_SHIFTED = 3
const CLEARLY_BETTER = 0.5

/**
 * Whether translations are off by one line from some line on, as when a model merges two lines and goes on numbering.
 * Detected by length, numbers and shared words; needs three lines.
 */
export function isShifted(sources: readonly string[], targets: readonly string[]): boolean {
  const lengths = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0)
  const ratio = lengths(targets) / Math.max(1, lengths(sources))
  const score = (a: number, b: number): number => kinship(sources[a] ?? '', targets[b] ?? '', ratio)
  return [-1, 1].some((by) => {
    let gain = 0
    for (let at = sources.length - 1; at >= 0; at--) {
      if (at + by < 0 || at + by >= sources.length) continue
      gain += score(at, at + by) - score(at, at)
      const count = sources.length - at
      if (count > LEAST_SHIFTED && gain > CLEARLY_BETTER * count) return true
    }
    return false
  })
}

/** How well two texts match in length and shared content. */
function kinship(source: string, target: string, ratio: number): number {
  const length = Math.abs(Math.log((target.length + 8) / (source.length * ratio + 8)))
  const said = new Set([...numbersOf(target), ...normalWords(target).filter((word) => word.length > 3)])
  const shared = [...numbersOf(source), ...normalWords(source)].filter((word) => said.has(word)).length
  return Math.min(shared, 2) - length
}
