import { plainText } from '../subtitle/text/markup.ts'
import { ABBREVIATION, CLOSING, SAID, sentenceRanges } from '../subtitle/text/sentence-ranges.ts'
import { betweenWords, isUnspaced, wordPieces } from '../subtitle/text/word-pieces.ts'

/** A split point of a text with words on both sides; never between a title and its name. */
interface CutPlace {
  /** Offset in the text with tags, and number of letters before it. */
  readonly at: number
  readonly letters: number
  /** After a space: in scripts without spaces that is a pause. */
  readonly isSpaced: boolean
}

/** Digit groups separated by spaces, as in 1 250 000. */
const GROUP_BEFORE = /(?:^|\D)\d{1,3}\s$/
const GROUP_AFTER = /^\d{3}(?!\d)/

/** A dash within one person's speech: a part beginning with it would look like another's. */
const DASH_INSIDE = /^[-‐–—]\s?\p{Ll}/u

/** All split points of a text in order, outside numbers, addresses, words and tags. */
function placesOf(text: string): CutPlace[] {
  const plain = plainText(text)
  return wordPieces(text).flatMap(({ from: at }) => {
    const letters = plainText(text.slice(0, at)).length
    const [before, after] = [plain.slice(0, letters), plain.slice(letters)]
    if (!SAID.test(before) || !SAID.test(after)) return []
    if (GROUP_BEFORE.test(before) && GROUP_AFTER.test(after)) return []
    if (ABBREVIATION.test(before.trimEnd()) || (DASH_INSIDE.test(after) && !/\n\s*$/.test(before))) return []
    return [{ at, letters, isSpaced: /\s$/.test(before) }]
  })
}

/** A dash at the start of a row, or between a sentence and a capital: another speaker. */
const SPEAKER = new RegExp(
  String.raw`(?<=\n[ \t]*|[.!?…。！？]${CLOSING}\s+)[-‐–—](?=\s?["'“„«‘¿¡(\[♪…]*[\p{Lu}\p{Lt}\p{Lo}\p{N}])|(?<=\n[ \t]*)[-‐–—](?=\s*\S)`,
  'gu',
)

/** The offset of the speaker's dash nearest to the middle; undefined for a single speaker. */
export function betweenSpeakers(text: string): number | undefined {
  const plain = plainText(text)
  const dashes = new Set(Array.from(plain.matchAll(SPEAKER), ({ index }) => index))
  if (dashes.size === 0) return undefined
  return nearest(
    placesOf(text).filter(({ letters }) => dashes.has(letters)),
    plain.length / 2,
  )?.at
}

const CLAUSE = new RegExp(String.raw`[,;:、，；：]${CLOSING}\s*$`, 'u')

/**
 * The best offset to split a text near a share: at a sentence or clause end within a third of it, else between words.
 * Undefined for a single word.
 */
export function cutAtSentence(text: string, share: number): number | undefined {
  const plain = plainText(text)
  const target = plain.length * share
  const places = placesOf(text)
  const near = places.filter(({ letters }) => Math.abs(letters - target) <= target / 3)
  const sentences = new Set(sentenceRanges(plain).map(({ from }) => from))
  const best =
    nearest(
      near.filter(({ letters }) => sentences.has(letters)),
      target,
    ) ??
    nearest(
      near.filter(({ letters }) => CLAUSE.test(plain.slice(0, letters))),
      target,
    )
  return best?.at ?? cutAmong(text, places, target)
}

/** The word boundary nearest to a share of a text's letters; undefined for a single word. */
export function cutNear(text: string, share: number): number | undefined {
  return cutAmong(text, placesOf(text), plainText(text).length * share)
}

/** At a near space; in scripts without spaces at the best near word boundary; else at the nearest point. */
function cutAmong(text: string, places: readonly CutPlace[], target: number): number | undefined {
  const best = nearest(places, target)
  if (!best || !isUnspaced(text)) return best?.at
  const spaced = nearest(
    places.filter(({ isSpaced }) => isSpaced),
    target,
  )
  if (spaced && Math.abs(spaced.letters - target) <= target / 3) return spaced.at
  const between = betweenWords(text, best.at + target - best.letters)
  return places.find(({ at }) => at === between)?.at ?? best.at
}

function nearest(places: readonly CutPlace[], target: number): CutPlace | undefined {
  const apart = ({ letters }: CutPlace): number => Math.abs(letters - target)
  return places.reduce<CutPlace | undefined>(
    (best, place) => (best && apart(best) <= apart(place) ? best : place),
    undefined,
  )
}
