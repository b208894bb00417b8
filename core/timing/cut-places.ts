import { plainText } from '../subtitle/markup.ts'
import { ABBREVIATION, CLOSING, SAID, sentenceRanges } from '../subtitle/sentence-ranges.ts'
import { betweenWords, isUnspaced, wordPieces } from '../subtitle/word-pieces.ts'

/** A place between two words of a text where both sides say something; none is between a title and its name. */
interface CutPlace {
  /** Offset in the text with its tags, and letters before it without them. */
  readonly at: number
  readonly letters: number
  /** Follows a blank: in scripts without blanks between words that is a pause. */
  readonly isSpaced: boolean
}

/** Digits that a blank groups, as in 1 250 000. */
const GROUP_BEFORE = /(?:^|\D)\d{1,3}\s$/
const GROUP_AFTER = /^\d{3}(?!\d)/

/** A dash within what one person says: a part that begins with it would look like another's. */
const DASH_INSIDE = /^[-‐–—]\s?\p{Ll}/u

/** All places of a text, in order. Numbers, addresses, words and tags have none inside. */
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

/** A dash that begins a row, or stands after a sentence with a capital behind it: another person speaks. */
const SPEAKER = new RegExp(
  String.raw`(?<=\n[ \t]*|[.!?…。！？]${CLOSING}\s+)[-‐–—](?=\s?["'“„«‘¿¡(\[♪…]*[\p{Lu}\p{Lt}\p{Lo}\p{N}])|(?<=\n[ \t]*)[-‐–—](?=\s*\S)`,
  'gu',
)

/** The offset of the speaker's dash that is nearest to the middle of a text; undefined where one speaks alone. */
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
 * The best offset to cut a text at near a share of it: at the end of a sentence or of a clause within a third of that share,
 * else between words. Undefined for a single word.
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

/** The offset between two words that is nearest to a share of a text's letters; undefined for a single word. */
export function cutNear(text: string, share: number): number | undefined {
  return cutAmong(text, placesOf(text), plainText(text).length * share)
}

/** At a blank that is near; in scripts without blanks at the best place between two words near it; else the nearest place. */
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
