import { beginsClause, beginsPhrase, endsPhrase, leansOn } from './function-words.ts'
import { TAG } from './markup.ts'

/*
 * Break opportunities of a text, equal in browser and server: at spaces, or in scripts without them by the segmenter,
 * weighed by context, since its dictionary is incomplete (it reads 日|出前 in 日出前).
 */

/** An unbreakable piece of a text, and its start. */
export interface WordPiece {
  readonly text: string
  readonly from: number
}

/** Pattern of a letter of a script without spaces. */
export const UNSPACED_LETTER =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆]'
const UNSPACED = new RegExp(UNSPACED_LETTER, 'u')
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED_LETTER}`, 'u')
const ENDS_UNSPACED = new RegExp(`(?:${UNSPACED_LETTER}|[，、。！？])$`, 'u')
/** True for a text with letters of a script that puts no blanks between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text)

/** A non-breaking space belongs to the words around it, and one within a tag to the tag. */
const UNBROKEN = new RegExp(`(?:${TAG.source}|[\\S\\u00a0\\u202f])+`, 'gi')
/** Tags, words of scripts with spaces, numbers and addresses, within a text of scripts without. */
const RUN = new RegExp(
  `${TAG.source}|[\\p{Script=Latin}\\p{N}][\\p{Script=Latin}\\p{N}\\p{M}'’.,:/%_@&+#-]*|[<{]|[^\\p{Script=Latin}\\p{N}<{]+`,
  'giu',
)
const WHOLE = /^[\p{Script=Latin}\p{N}<{]/u
const OPENING_TAG = /(?:<[^/<>][^<>]*>|\{[^{}]*\})$/
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * Not at the start of a row: closing brackets and punctuation, small kana, marks of length and repetition ("Requirements
 * for Japanese Text Layout", 3.1.7; "Requirements for Chinese Text Layout", 3.1.4).
 */
const NOT_FIRST =
  /^(?:[\p{Pe}\p{Pf}\p{M}ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ～％‰℃ๆໆៗ]|(?![¿¡#@&§])\p{Po})/u
/** Not at the end of a row: opening brackets and prefixes of numbers or names. */
const NOT_LAST = /[\p{Ps}\p{Pi}\p{Sc}¿¡#@&§№]$/u
/** A dash or dots of several characters are one. */
const DASHES = /[—―─]$/u

/** True if no row may end after `before` and begin with `after`. */
function clings(before: string, after: string): boolean {
  if (after.startsWith('</') || OPENING_TAG.test(before)) return true
  if (/^[\u00a0\u202f]/.test(after) || /[\u00a0\u202f]$/.test(before)) return true
  return NOT_FIRST.test(after) || NOT_LAST.test(before) || (DASHES.test(before) && after.startsWith(before.slice(-1)))
}

/** The pieces of a text between its spaces, in any script. */
export function spacedPieces(text: string): WordPiece[] {
  return Array.from(text.matchAll(UNBROKEN), ({ 0: word, index }) => ({ text: word, from: index }))
}

/** The pieces between which a text may break: its words with adjacent marks. */
export function wordPieces(text: string): WordPiece[] {
  return piecesOf(text, wordsOf)
}

/** The same with breaks between any two letters of such scripts, for rows that no word fits into. */
export function letterPieces(text: string, lettersOf: (text: string) => readonly string[]): WordPiece[] {
  return piecesOf(text, lettersOf)
}

const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

function piecesOf(text: string, divide: (run: string) => readonly string[]): WordPiece[] {
  const pieces: { text: string; from: number }[] = []
  for (const { text: word, from: begin } of spacedPieces(text)) {
    if (!UNSPACED.test(word)) {
      pieces.push({ text: word, from: begin })
      continue
    }
    let from = begin
    let last: { text: string; from: number } | undefined
    for (const part of (word.match(RUN) ?? []).flatMap((run) => (WHOLE.test(run) ? [run] : divide(run)))) {
      // Dots or a dash before the first word belong to it.
      if (last && (clings(last.text, part) || (last.from === begin && !/[\p{L}\p{N}]/u.test(last.text))))
        last.text += part
      else pieces.push((last = { text: part, from }))
      from += part.length
    }
  }
  return pieces
}

/* Cost of a break, on the scale of uneven rows: 60 and 40 hundredths cost 0.08, 70 and 30 a third. */
const AFTER_PAUSE = -0.2
const DANGLING = 0.15
const BEFORE_CLAUSE = -0.06
const BEFORE_PHRASE = -0.04
const AFTER_STOP = -0.3
const AFTER_PARTICLE = -0.04
const BEFORE_JOINT = -0.04
const BEFORE_PARTICLE = 0.25
const BEFORE_KANA = 0.12
const AFTER_OPENER = 0.1
const LONE_SIGN = 0.16
const WORD_ACROSS = 0.06
const BEFORE_UNIT = 0.3
const INSIDE_DATE = 0.2
const BEFORE_NUMBER = 0.1

const PAUSE = /[,;:.!?…，、；：。！？][\p{Pe}\p{Pf}"']*$/u
const STOP = /(?<!\.)[.!?。！？][\p{Pe}\p{Pf}"']*$/u
const SHORT_WORD = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u

/** What belongs to the word before: particles and words of place or time. */
const CHINESE_PARTICLE =
  /^(?:[的了着著过過吗嗎呢吧啊呀嘛们們得地里裡上下中内內外前后後时時]|之[前后後间間中一]|的话|的話|起来|起來)$/
const ENDS_IN_CHINESE_PARTICLE = /[的了着著过過吗嗎呢吧啊呀嘛]$/
/** Words that belong to what follows: prepositions, conjunctions, adverbs before their verb. */
const CHINESE_JOINT =
  /^(?:但是?|可是|不过|不過|而且?|并且?|並且?|因为|因為|所以|如果|要是|虽然|雖然|然后|然後|或者?|还是|還是|和|与|與|跟|以及|以便|就|才|却|卻|在|把|被|从|從|对|對|向|往|为了?|為了?|让|讓|用于|直到|当|當)$/
const CHINESE_OPENER =
  /^(?:[和与與跟或及在把被从從对對向往为為让讓给給比不没沒很太最更就都也还還又再才只可所这這那每第]|而且|但是|因为|因為|如果|所以|虽然|雖然|以及)$/
/** Frequent one-character words: a break beside one is between words. */
const FREE_SIGN =
  /^[我你您他她它谁誰这這那哪是有会會能要想去来來说說看叫到做用人家帮幫买買卖賣吃喝走跑坐站住听聽写寫读讀开開关關打拿找等问問答学學教爱愛怕死哭笑睡醒飞飛掉放钱錢书書水火车車船鱼魚山海门門手头頭心天年月和与與跟或及在把被从從对對向往为為让讓给給比不没沒很太最更就都也还還又再才只可但而的了着著过過吗嗎呢吧啊呀嘛]$/

const JAPANESE_PARTICLE =
  /^(?:は|が|を|に|で|と|も|へ|の|や|か|ね|よ|な|ぞ|ぜ|さ|わ|って|けど|から|まで|より|ので|のに|だけ|しか|など|ほど|くらい|ぐらい|ばかり|には|では|とは|ても|でも|なら|たら|ながら|として|という)$/
/** Inflected endings of verbs and adjectives: never a separate word. */
const JAPANESE_ENDING =
  /^(?:だ|です?|でし|ます?|まし|ませ|た|て|たい|ない?|なかっ|なく|なけれ|う|れる?|られ|せる?|させ|い|く|き|し|っ.*|ん|ば|る|じゃ|だっ|だろ|でしょ|ちゃ|てる|いる|いた|きた)$/

const HAN_END = /\p{Script=Han}$/u
const HAN_BEGIN = /^\p{Script=Han}/u
const KANA_BEGIN = /^\p{Script=Hiragana}/u
const JAPANESE_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]$/u
const NUMBER_END = /[\p{N}两兩几幾半一二三四五六七八九十百千万萬亿億]$/u
const SIGNS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu

/** Cost of a break between two consecutive pieces; negative at a natural pause. */
export function breakCost(before: WordPiece, after: WordPiece): number {
  const text = before.text.replace(TAG, '')
  if (PAUSE.test(text)) return STOP.test(text) ? AFTER_STOP : AFTER_PAUSE
  if (leansOn(text) || (SHORT_WORD.test(text) && !endsPhrase(text))) return DANGLING
  const next = after.text.replace(TAG, '')
  if (beginsClause(next)) return BEFORE_CLAUSE
  if (beginsPhrase(next)) return BEFORE_PHRASE
  return unspacedCost(before, after)
}

/** The same for scripts without spaces; zero between words of others. */
export function unspacedCost(before: WordPiece, after: WordPiece): number {
  if (!UNSPACED.test(before.text) && !UNSPACED.test(after.text)) return 0
  if (before.from + before.text.length < after.from)
    return ENDS_UNSPACED.test(before.text) && BEGINS_UNSPACED.test(after.text) ? AFTER_PAUSE : 0
  const [last, next] = [bare(before), bare(after)]
  return KANA_BEGIN.test(next) || /\p{Script=Hiragana}$/u.test(last) ? japaneseCost(last, next) : hanCost(last, next)
}

const bare = ({ text }: WordPiece): string => text.replace(TAG, '').replace(SIGNS, '')

function japaneseCost(last: string, next: string): number {
  if (JAPANESE_PARTICLE.test(next) || JAPANESE_ENDING.test(next)) return BEFORE_PARTICLE
  const isAfterParticle = JAPANESE_PARTICLE.test(last)
  if (KANA_BEGIN.test(next)) return isAfterParticle ? 0 : JAPANESE_END.test(last) ? BEFORE_KANA : 0
  return isAfterParticle ? AFTER_PARTICLE : 0
}

function hanCost(last: string, next: string): number {
  if (CHINESE_PARTICLE.test(next)) return BEFORE_PARTICLE
  if (/[年月点點時时]$/.test(last) && /^\p{Nd}/u.test(next)) return INSIDE_DATE
  if (/^\p{Nd}/u.test(next)) return HAN_END.test(last) && !ENDS_IN_CHINESE_PARTICLE.test(last) ? BEFORE_NUMBER : 0
  if (!HAN_BEGIN.test(next)) return 0
  if (/\p{Nd}$/u.test(last) || (NUMBER_END.test(last) && next.length === 1)) return BEFORE_UNIT
  let cost = 0
  if (CHINESE_OPENER.test(last)) cost += AFTER_OPENER
  else if (ENDS_IN_CHINESE_PARTICLE.test(last)) cost += AFTER_PARTICLE
  if (CHINESE_JOINT.test(next)) cost += BEFORE_JOINT
  if (!HAN_END.test(last)) return cost
  if (isLoneSign(last) || isLoneSign(next)) cost += LONE_SIGN
  return isWord((/.$/u.exec(last)?.[0] ?? '') + (/^./u.exec(next)?.[0] ?? '')) ? cost + WORD_ACROSS : cost
}

/** A character that is no word: part of one missing in the dictionary. */
const isLoneSign = (text: string): boolean => /^\p{Script=Han}$/u.test(text) && !FREE_SIGN.test(text)

const isWord = (text: string): boolean => wordsOf(text).length === 1

/** Least length in the cost of a distance to a better place. */
const LEAST_LENGTH = 16

/**
 * The best offset between two words near `target` in a text of a script without spaces; undefined in others, and for a
 * single word.
 */
export function betweenWords(text: string, target: number): number | undefined {
  if (!UNSPACED.test(text)) return undefined
  const pieces = wordPieces(text)
  let best: number | undefined
  let least = Infinity
  for (const [at, after] of pieces.entries()) {
    const before = pieces[at - 1]
    if (!before) continue
    const off = (after.from - target) / Math.max(text.length, LEAST_LENGTH)
    const cost = 8 * off * off + breakCost(before, after)
    if (cost < least) [best, least] = [after.from, cost]
  }
  return best
}
