import type { LanguageCode } from '../../domain/languages.ts'

/** A text's language, and the share of it recognised as that, from 0 to 1. */
export interface DetectedLanguage {
  readonly language: LanguageCode
  readonly confidence: number
}

/** Length of a piece that shows its language, and the number of pieces that represent a video. */
const PIECE_LETTERS = 200
const MAX_PIECES = 40
/** Fewer letters prove nothing. */
const FEWEST_LETTERS = 12
/** Weight of a piece whose letters fit several languages. */
const DOUBTFUL = 0.5

/**
 * Detects a version's language from its cues without markup. Scripts of a single language decide; others are compared
 * with letter frequencies of 60 languages. Undefined with too little text, or for other languages.
 */
export async function detectLanguage(lines: readonly string[]): Promise<DetectedLanguage | undefined> {
  const pieces = piecesOf(lines)
  if (pieces.reduce((sum, piece) => sum + lettersOf(piece), 0) < FEWEST_LETTERS) return detectByScript(lines.join('\n'))
  const votes = new Map<LanguageCode | undefined, number>()
  let all = 0
  for (const piece of pieces) {
    const weight = lettersOf(piece)
    const { language, share } = await languageOfPiece(piece)
    votes.set(language, (votes.get(language) ?? 0) + weight * share)
    all += weight
  }
  const [best, weight = 0] = [...votes].sort(([, a], [, b]) => b - a)[0] ?? []
  return best && { language: best, confidence: weight / all }
}

function detectByScript(text: string): DetectedLanguage | undefined {
  const language = languageOfScript(text)
  return language && { language, confidence: 1 }
}

/** Pieces of about equal length from the whole text. */
function piecesOf(lines: readonly string[]): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const line of lines) {
    piece += `${line}\n`
    if (piece.length < PIECE_LETTERS) continue
    pieces.push(piece)
    piece = ''
  }
  // A short rest joins the piece before.
  if (pieces.length === 0 || piece.length > PIECE_LETTERS / 2) pieces.push(piece)
  else pieces.push((pieces.pop() ?? '') + piece)
  const step = Math.max(1, pieces.length / MAX_PIECES)
  return Array.from({ length: Math.min(MAX_PIECES, pieces.length) }, (_, at) => pieces[Math.floor(at * step)] ?? '')
}

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

async function languageOfPiece(piece: string): Promise<{ language: LanguageCode | undefined; share: number }> {
  const language = languageOfScript(piece)
  if (language) return { language, share: 1 }
  const { eld } = await import('eld/extrasmall')
  const found = eld.detect(piece)
  return { language: codes[found.language], share: found.isReliable() ? 1 : DOUBTFUL }
}

/** Codes of ISO 639-1 with letter frequencies. Malay and Indonesian are written alike; the product has the latter. */
const codes: Readonly<Record<string, LanguageCode>> = {
  ar: 'ar',
  cs: 'cs',
  de: 'de',
  en: 'en',
  es: 'es',
  fi: 'fi',
  fr: 'fr',
  it: 'it',
  ms: 'id',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt',
  ro: 'ro',
  ru: 'ru',
  tr: 'tr',
  uk: 'uk',
  vi: 'vi',
}

/** Scripts of exactly one product language; Japanese has Han beside its own. */
const scripts: readonly (readonly [letters: RegExp, language: LanguageCode])[] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh_cn'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
]

/** Least share of kana among Han and kana in Japanese; Chinese has next to none. */
const KANA_SHARE = 0.1

/** Frequent characters that differ between simplified and traditional Chinese. */
const SIMPLIFIED = /[这个们来说时会对为过还让吗么没后国话见电钱觉听书问间]/gu
const TRADITIONAL = /[這個們來說時會對為過還讓嗎麼沒後國話見電錢覺聽書問間]/gu

function languageOfScript(text: string): LanguageCode | undefined {
  const letters = lettersOf(text)
  const counts = new Map(scripts.map(([letter, language]) => [language, countOf(text, letter)]))
  const [han = 0, kana = 0] = [counts.get('zh_cn'), counts.get('ja')]
  if (han + kana > letters / 2) {
    if (kana > (han + kana) * KANA_SHARE) return 'ja'
    return countOf(text, TRADITIONAL) > countOf(text, SIMPLIFIED) ? 'zh_tw' : 'zh_cn'
  }
  return [...counts].find(([, count]) => count > letters / 2)?.[0]
}

const countOf = (text: string, letter: RegExp): number => text.match(letter)?.length ?? 0
