import { greatestOf } from '../../domain/lists.ts'
import { assTime } from '../formats/ass/write.ts'
import { toAssColor } from '../text/ass-text.ts'
import type { WordLook } from './burn-style.ts'
import type { Cue } from '../cue/cue.ts'
import { lettersOf } from '../text/letters.ts'
import { letterWidth } from '../text/letter-widths.ts'
import { parseMarkup, TAG } from '../text/markup.ts'
import type { RowRoom } from '../text/fitted-rows.ts'
import type { SpokenWord } from '../cue/spoken-words.ts'
import { spacedPieces } from '../text/word-pieces.ts'

/*
 * Captions with an active word, as SubStation events. Words change by `\t` steps within one event, so that libass places
 * a cue's rows once and overlapping cues keep their places.
 */

/** How a cue is written: its drawn rows, and the conversion to SubStation. */
export interface ActiveLine {
  readonly cue: Cue
  /** The cue's text with row breaks. */
  readonly rows: string
  readonly words: readonly SpokenWord[]
  readonly look: WordLook
  /** The colour of the other words, `#rrggbb`. */
  readonly color: string
  /** Prefix of each event's text. */
  readonly lead: string
  readonly write: (text: string) => string
}

/** Styles of a box's events, beside `Default`. */
export const BOX_STYLE = 'Word'

/** Duration of a word's growing and shrinking, ms. */
const POP_MS = 80
/** Placeholders for a word's start and end: noncharacters, which no text has. */
const [BEGIN, END] = ['\ufdd0', '\ufdd1']
const MARKS = /\{[^{}]*\}|[\ufdd0\ufdd1]/g

/** The events of a line. */
export function activeEvents(line: ActiveLine): string[] {
  const { cue, look, lead } = line
  if (look.effect === 'single') return singleEvents(line)
  const event = (layer: number, style: string, text: string): string =>
    `Dialogue: ${layer},${assTime(cue.start)},${assTime(cue.end)},${style},,0,0,0,,${lead}${text}`
  if (look.effect !== 'box') {
    const isGrowing = look.effect === 'pop'
    const text = marked(line, colorSteps(line, isGrowing))
    return [event(0, 'Default', isGrowing ? withStruts(text, look.scale) : text)]
  }
  // The box is drawn over the cue, and its word's letters over the box.
  const box = marked(line, visibleSteps(line, ['\\3a']))
  const letters = marked(line, visibleSteps(line, ['\\1a'], `\\1c${color(look.color)}`))
  return [
    event(0, 'Default', line.write(line.rows)),
    event(1, BOX_STYLE, `{\\alpha&HFF&\\ybord0\\3c${color(look.box)}}${box}`),
    event(2, 'Default', `{\\alpha&HFF&\\bord0\\shad0}${letters}`),
  ]
}

const color = (rgb: string): string => toAssColor(rgb)

/** Only the active word is visible; if no word takes time, none is. */
function singleEvents({ cue, words, look, lead, write }: ActiveLine): string[] {
  const { align } = parseMarkup(cue.text)
  const place = align === undefined ? '' : `{\\an${align}}`
  return words.flatMap(({ from, to, start, end }) => {
    const [begin, finish] = [assTime(start), assTime(end)]
    const text = write(place + balanced(cue.text.slice(from, to)))
    return begin === finish
      ? []
      : [`Dialogue: 0,${begin},${finish},Default,,0,0,0,,${lead}{\\1c${color(look.color)}}${text}`]
  })
}

/** A word without tags that begin or end in other words. */
const balanced = (word: string): string => word.replace(TAG, '')

/** Text before and after a word active from one time to another, relative to the event. */
interface Steps {
  readonly before: (from: number, to: number, base: string) => string
  readonly after: (base: string) => string
}

function colorSteps({ look, cue }: ActiveLine, isGrowing: boolean): Steps {
  const length = cue.end - cue.start
  const scaled = (percent: number): string => `\\fscx${percent}\\fscy${percent}`
  return {
    before: (from, to, base) => {
      const colors = steps(from, to, length, [`\\1c${color(look.color)}`], [`\\1c${base}`])
      if (!isGrowing) return `{${colors}}`
      const back = to < length ? `\\t(${to},${to + POP_MS},${scaled(100)})` : ''
      return `{${scaled(100)}\\t(${from},${from + POP_MS},${scaled(look.scale)})${back}${colors}}`
    },
    after: (base) => `{\\1c${base}${isGrowing ? scaled(100) : ''}}`,
  }
}

/** Parts of the letters that are visible only while the word is active. */
function visibleSteps({ cue }: ActiveLine, parts: readonly string[], own = ''): Steps {
  const hidden = parts.map((part) => `${part}&HFF&`)
  const shown = parts.map((part) => `${part}&H00&`)
  return {
    before: (from, to) => `{${own}${steps(from, to, cue.end - cue.start, shown, hidden)}}`,
    after: () => `{${hidden.join('')}}`,
  }
}

/** Codes from one time to another. libass stretches a step at zero over the whole event. */
function steps(from: number, to: number, length: number, on: readonly string[], off: readonly string[]): string {
  const begin = from <= 0 ? on.join('') : `${off.join('')}\\t(${from},${from},${on.join('')})`
  return to < length ? `${begin}\\t(${to},${to},${off.join('')})` : begin
}

/** The text of a line in SubStation with codes around each word. */
function marked({ cue, rows, words, color: usual, write }: ActiveLine, { before, after }: Steps): string {
  const place = placesIn(cue.text, rows)
  let text = ''
  let read = 0
  for (const { from, to } of words) {
    const [begin, end] = [place(from), place(to)]
    text += rows.slice(read, begin) + BEGIN + rows.slice(begin, end) + END
    read = end
  }
  // Events begin at whole hundredths.
  const origin = Math.round(cue.start / 10) * 10
  let index = 0
  let base = color(usual)
  return write(text + rows.slice(read)).replace(MARKS, (found) => {
    if (found.startsWith('{')) {
      const own = /\\c(&H[0-9A-F]+&)?(?![A-Za-z(])/.exec(found)
      if (own) base = own[1] ?? color(usual)
      return found
    }
    if (found === END) return after(base)
    const word = words[index++]
    return word ? before(word.start - origin, word.end - origin, base) : ''
  })
}

/** Maps an offset of a text to the same text with other rows. */
function placesIn(text: string, rows: string): (offset: number) => number {
  const places: number[] = []
  let at = 0
  for (const sign of text) {
    const isSame = rows.startsWith(sign, at)
    const isBlank = /^\s$/.test(sign)
    // A break that replaces a space, or one within a word.
    if (!isSame && !isBlank) while (rows[at] === '\n') at++
    for (let unit = 0; unit < sign.length; unit++) places.push(at + unit)
    if (isSame || !isBlank || rows[at] === '\n') at += sign.length
  }
  return (offset) => places[offset] ?? rows.length
}

/** An invisible letter as high as a grown word, so that rows keep their places. */
function withStruts(text: string, scale: number): string {
  const strut = `{\\fscx1\\fscy${scale}\\alpha&HFF&}\u00a0{\\fscx100\\fscy100\\alpha}`
  return strut + text.replaceAll('\\N', `\\N${strut}`)
}

/** Rows that also fit a grown word: libass would otherwise break them differently per word. */
export function steadyRows(text: string, { width, size, face }: RowRoom, scale: number): string {
  const widthOf = (word: string): number =>
    lettersOf(word.replace(TAG, '')).reduce((sum, letter) => sum + letterWidth(letter, face), 0) * size
  const blank = letterWidth(' ', face) * size
  return text
    .split('\n')
    .map((row) => {
      const pieces = spacedPieces(row).map((piece) => ({ ...piece, wide: widthOf(piece.text) }))
      const widest = Math.max(0, greatestOf(pieces.map(({ wide }) => wide)))
      const room = Math.max(widest, width - widest * (scale / 100 - 1))
      const whole = pieces.reduce((sum, { wide }) => sum + wide + blank, -blank)
      const count = Math.ceil(whole / room)
      if (count < 2) return row
      return brokenInto(row, pieces, { room, aim: whole / count, blank })
    })
    .join('\n')
}

interface Wide {
  readonly from: number
  readonly wide: number
}

function brokenInto(
  row: string,
  pieces: readonly Wide[],
  { room, aim, blank }: { room: number; aim: number; blank: number },
): string {
  let [out, read, reach] = ['', 0, 0]
  for (const { from, wide } of pieces) {
    const next = reach + (reach > 0 ? blank : 0) + wide
    // Past the middle of the word the row before is nearer to an even share.
    if (reach > 0 && (next > room || next - wide / 2 > aim)) {
      out += `${row.slice(read, from).trimEnd()}\n`
      read = from
      reach = wide
    } else reach = next
  }
  return out + row.slice(read)
}
