import { unspacedCost, type WordPiece, wordPieces } from '../subtitle/text/word-pieces.ts'
import { normalWords } from './words.ts'

/** Input for dividing a translation over its sentence's cues. */
export interface Placing {
  /** Source text of each cue's part. */
  readonly sources: readonly string[]
  readonly target: string
  /** A rough translation of each part alone, if available. */
  readonly hints?: readonly string[] | undefined
  /** Letters that fit each cue's time and rows; a part borrows from its neighbours. */
  readonly rooms?: readonly number[] | undefined
}

const LENGTH_COST = 8
const WORD_GAIN = 0.3
const SMALL_WORD_GAIN = 0.05
const NO_PAUSE_COST = 0.12
const PAUSE_MISSED_COST = 0.1
const DANGLING_COST = 0.4
const BOUND_COST = 0.9
const ROOM_COST = 0.8
const PAUSE = /[,;:.!?…，、；：。！？،؛][»"'”’)\]]*$|[-–—]$/u
const DANGLING = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u
/** Long words that nothing ends with: prepositions, conjunctions, articles, auxiliaries, of several languages. */
const BOUND = new Set(
  [
    'about after because before from into that than then this these those through under when where which while with',
    'have been were will would could should must shall does might your their',
    'para sobre entre desde hasta como cuando porque aunque donde quien este esta estos estas unos unas nuestro nuestra',
    'estoy estás está estamos están hemos habéis vamos habría podría quiero quiere puedo puede pueden tengo tiene tienen',
    'dans avec pour sans sous vers chez entre comme quand parce dont leur leurs cette votre notre nous vous elle elles',
    'suis sommes êtes sont avons avez vais vont allons allez peux peut pouvons pouvez veux veut dois doit',
    'come quando perché dove della delle dello degli nella nelle sulla dalla questo questa sono siamo siete abbiamo avete',
    'hanno stanno andiamo posso possono vuole vogliono deve devono',
    'pela pelo numa desta deste nosso nossa estão somos temos têm vamos podem quer',
  ].flatMap((words) => words.split(' ')),
)

/**
 * Offsets at which a translation's further parts begin: by matching words, pauses and length. Undefined with fewer words
 * than parts.
 */
export function placeParts(placing: Placing): number[] | undefined {
  const { sources, target } = placing
  const pieces = wordPieces(target)
  const count = sources.length
  if (count === 1) return []
  if (pieces.length < count) return undefined
  const cost = costOf(placing, pieces)
  // best[part][end]: the least cost of parts up to this one ending before the piece at `end`.
  let best = [0, ...pieces.map(() => Infinity)]
  const cameFrom: number[][] = []
  for (let part = 0; part < count; part++) {
    const next = best.map(() => Infinity)
    const from = best.map(() => 0)
    const left = count - part - 1
    for (let end = part + 1; end <= pieces.length - left; end++) {
      if (part === count - 1 && end < pieces.length) continue
      for (let begin = part; begin < end; begin++) {
        const total = (best[begin] ?? Infinity) + cost(part, begin, end)
        if (total < (next[end] ?? Infinity)) {
          next[end] = total
          from[end] = begin
        }
      }
    }
    cameFrom.push(from)
    best = next
  }
  const breaks: number[] = []
  let end = pieces.length
  for (let part = count - 1; part > 0; part--) {
    end = cameFrom[part]?.[end] ?? 0
    breaks.unshift(pieces[end]?.from ?? 0)
  }
  return breaks
}

function costOf({ sources, hints, rooms }: Placing, pieces: readonly WordPiece[]) {
  const lengths = (hints ?? sources).map((text) => Math.max(1, text.length))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const reach = [0]
  for (const { text } of pieces) reach.push((reach.at(-1) ?? 0) + text.length)
  const all = reach.at(-1) || 1
  // Including spaces between words, which take reading time.
  const letterReach = pieces.reduce<number[]>((sums, { text }) => [...sums, (sums.at(-1) ?? 0) + text.length + 1], [0])
  const gains = gainsOf(hints ?? sources, hints !== undefined, pieces)
  const endings = pieces.map((next, at) => endingCost(pieces[at - 1], next, pieces[at - 2]))
  const last = sources.length - 1
  return (part: number, begin: number, end: number): number => {
    const share = ((reach[end] ?? 0) - (reach[begin] ?? 0)) / all
    const gain = ((gains[part]?.[end] ?? 0) - (gains[part]?.[begin] ?? 0)) * WORD_GAIN
    const off = share - (lengths[part] ?? 1) / whole
    const ending = endings[end] ?? 0
    const missed = part < last && ending > 0 && PAUSE.test(sources[part] ?? '') ? PAUSE_MISSED_COST : 0
    const letters = (letterReach[end] ?? 0) - (letterReach[begin] ?? 0)
    const over = Math.max(0, letters / Math.max(1, rooms?.[part] ?? Infinity) - 1)
    return LENGTH_COST * off * off - gain + ending + missed + ROOM_COST * Math.min(1, over)
  }
}

/** Cost of ending a part before a piece; zero at a natural pause. */
function endingCost(word: WordPiece | undefined, next: WordPiece, before: WordPiece | undefined): number {
  if (!word || PAUSE.test(word.text)) return 0
  const cost = bindingCost(word) || (ADVERB.test(word.text) && before ? bindingCost(before) : 0)
  return NO_PAUSE_COST + (cost || unspacedCost(word, next))
}

/** Words between an auxiliary and its verb. */
const ADVERB = /(?:ment|mente|ly)$/iu

/** Cost of ending a part with a word that nothing ends with; zero for others. */
function bindingCost({ text }: WordPiece): number {
  if (BOUND.has(text.toLowerCase())) return BOUND_COST
  return DANGLING.test(text) ? DANGLING_COST : 0
}

/** For each part, prefix sums of the words' relation to it. */
function gainsOf(texts: readonly string[], areTranslations: boolean, pieces: readonly WordPiece[]): number[][] {
  const words = texts.map((text) => new Set(normalWords(text)))
  return words.map((own) => {
    const sums = [0]
    for (const { text } of pieces) {
      const [word = ''] = normalWords(text)
      const owners = words.filter((set) => set.has(word)).length
      const isTelling = areTranslations || /\d/.test(word) || word.length >= 4
      const weight = word.length >= 4 || /\d/.test(word) ? 1 : SMALL_WORD_GAIN
      sums.push((sums.at(-1) ?? 0) + (own.has(word) && isTelling ? weight / owners : 0))
    }
    return sums
  })
}
