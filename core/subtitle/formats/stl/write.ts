import type { FrameRate } from '../../../domain/frames.ts'
import { fromBase64, toBase64 } from '../base64.ts'
import { fitRows, nearestColor } from '../cell-rows.ts'
import { hexOf } from '../../text/colors.ts'
import { heldText, type LossList } from '../convert.ts'
import type { Cue } from '../../cue/cue.ts'
import { type CueExtras, type FormatExtras, piecesInOrder } from '../format.ts'
import { holdings } from '../holdings.ts'
import { plainText } from '../../text/markup.ts'
import { stlFrame, stlTime } from './stl.ts'
import {
  dayOf,
  frameOf,
  GSI,
  labelOf,
  languageCodes,
  LAST_BLOCK,
  putFrame,
  readHead,
  type StlHead,
  TEXT_FROM,
  TEXT_LENGTH,
  TTI,
} from './file.ts'
import { type CodeTable, tableFor, tableLetters } from './letters.ts'
import { teletextColors, UNUSED, writeTextField } from './text.ts'
import { plainStyle, type Styled, TextRunList, type TextStyle } from '../../text/styled.ts'

const BLANK = 0x20

/**
 * EBU STL of cues in Base64. A new file is teletext level 1, or open subtitles if it has italics or underlines without
 * colours. A read file keeps its header and unedited subtitles.
 */
export function writeStl(
  cues: readonly Cue[],
  extras: FormatExtras | undefined,
  { language, rate }: { readonly language: string | undefined; readonly rate: FrameRate | undefined },
  losses: LossList,
): string {
  const own = extras?.format === 'stl' && extras.head !== '' ? extras : undefined
  const gsi = own ? fromBase64(own.head) : newHead(cues, language, rate)
  const head = readHead(gsi)
  const pieces = own && piecesInOrder(cues, own)
  const zero = own ? zeroOf(own, head) : 0
  const firstNumber = own ? (firstBlock(own)[1] ?? 0) : 0
  const blocks: Uint8Array[] = []
  let last: number | undefined
  for (const [index, cue] of cues.entries()) {
    for (const piece of pieces?.before(cue.id).split('\n\n') ?? []) if (piece) blocks.push(fromBase64(piece))
    const kept = own?.cues.get(cue.id)
    const same = kept?.text === cue.text ? fromBase64(kept.source) : newBlocks(cue, index, head, losses)
    const [start, end] = [stlFrame(cue.start, head), stlFrame(cue.end, head)]
    if (stlTime(start, head) !== cue.start || stlTime(end, head) !== cue.end) losses.add('times_frames', index)
    const from = labelOf(start + zero, last, head)
    if (start + zero >= head.programme) last = start + zero
    const to = labelOf(end + zero, last, head)
    const timed = kept?.text === cue.text && kept.start === cue.start && kept.end === cue.end
    for (let at = 0; at < same.length; at += TTI) {
      if (!timed) {
        putFrame(same, at + 5, from, head)
        putFrame(same, at + 9, to, head)
      }
      const number = firstNumber + index
      same.set([number & 0xff, (number >> 8) & 0xff], at + 1)
    }
    blocks.push(same)
  }
  for (const piece of pieces?.tail.split('\n\n') ?? []) if (piece) blocks.push(fromBase64(piece))
  const others = own ? Math.max(0, countIn(gsi, 243) - own.cues.size) : 0
  if (own && zero === 0 && mostAfter(cues, head)) put(gsi, 256, '00000000')
  return toBase64(whole(gsi, blocks, cues.length + others))
}

/** Whether a reader would count times from the programme's start although they are not. */
function mostAfter(cues: readonly Cue[], head: StlHead): boolean {
  const after = cues.filter((cue) => stlFrame(cue.start, head) >= head.programme).length
  return head.programme > 0 && 2 * after >= cues.length
}

/** A number of five digits in the head. */
const countIn = (gsi: Uint8Array, at: number): number =>
  Number.parseInt(String.fromCharCode(...gsi.subarray(at, at + 5)), 10) || 0

/** Frames by which a file's times are ahead of the video. */
function zeroOf({ cues }: FormatExtras, head: StlHead): number {
  const first: CueExtras | undefined = cues.values().next().value
  if (!first) return 0
  const day = dayOf(head.rate)
  return (frameOf(fromBase64(first.source), 5, head) - stlFrame(first.start, head) + day) % day
}

/** The original first subtitle of a file: numbers count from it. */
function firstBlock({ cues }: FormatExtras): Uint8Array {
  const first: CueExtras | undefined = cues.values().next().value
  return fromBase64(first?.source ?? '')
}

function whole(gsi: Uint8Array, blocks: readonly Uint8Array[], subtitles: number): Uint8Array {
  const size = blocks.reduce((sum, block) => sum + block.length, 0)
  const bytes = new Uint8Array(GSI + size)
  bytes.set(gsi.subarray(0, GSI))
  put(bytes, 238, String(Math.min(99_999, size / TTI)).padStart(5, '0'))
  put(bytes, 243, String(Math.min(99_999, subtitles)).padStart(5, '0'))
  let at = GSI
  for (const block of blocks) {
    bytes.set(block, at)
    at += block.length
  }
  return bytes
}

function put(bytes: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index) & 0x7f
}

function newHead(cues: readonly Cue[], language: string | undefined, rate: FrameRate | undefined): Uint8Array {
  const bytes = new Uint8Array(GSI).fill(BLANK)
  const thirty = rate !== undefined && Math.round(rate.num / rate.den) % 30 === 0
  const text = cues.map((cue) => cue.text).join('\n')
  const open = /<[iu]>|\\[iu]1/i.test(text) && !/<font\b|\\1?c&/i.test(text)
  const code = languageCodes[(language ?? '').toLowerCase().split(/[-_]/)[0] ?? ''] ?? '00'
  put(bytes, 0, `850STL${thirty ? 30 : 25}.01${open ? 0 : 1}${tableFor(plainText(text))}${code}`)
  // No dates: equal cues give an equal file.
  put(bytes, 224, '00000000000000')
  put(bytes, 238, '0000000000001402310000000000000000')
  // One disk of one.
  put(bytes, 272, '11')
  const first = cues.reduce((least, cue) => Math.min(least, cue.start), Infinity)
  if (first !== Infinity) {
    const head = readHead(bytes)
    const clock = new Uint8Array(4)
    putFrame(clock, 0, stlFrame(first, head), head)
    put(bytes, 264, [...clock].map((value) => String(value % 100).padStart(2, '0')).join(''))
  }
  return bytes
}

const LEVEL_ROWS = 24

function newBlocks(cue: Cue, index: number, head: StlHead, losses: LossList): Uint8Array<ArrayBuffer> {
  const { runs, align = 2 } = heldText(cue.text, 'stl', index, losses)
  const grid = holdings.stl.grid ?? { columns: 37, rows: 11 }
  const rows = fitRows(heldRuns(runs, head, index, losses), grid, index, losses)
  const field = writeTextField(rows, head)
  const count = Math.max(1, Math.ceil(field.length / TEXT_LENGTH))
  const bytes = new Uint8Array(count * TTI)
  for (let at = 0; at < count; at++) {
    const part = field.subarray(at * TEXT_LENGTH, (at + 1) * TEXT_LENGTH)
    const block = bytes.subarray(at * TTI, (at + 1) * TTI).fill(UNUSED, TEXT_FROM)
    block[3] = at === count - 1 ? LAST_BLOCK : at
    block[13] = firstRow(align, rows.length, head)
    block[14] = align % 3 === 1 ? 1 : align % 3 === 0 ? 3 : 2
    block.set(part, TEXT_FROM)
  }
  return bytes
}

/** Double-height rows take two; none goes below row 23. */
function firstRow(align: number, count: number, { teletext, rows }: StlHead): number {
  const height = teletext ? 2 : 1
  const all = Math.max(rows, LEVEL_ROWS - 1) + 1
  const last = Math.max(1, all - count * height)
  if (align > 6) return 1
  return align > 3 ? Math.max(Math.ceil(all * 0.36), Math.min(last, Math.round((all - count * height) / 2))) : last
}

function heldRuns(runs: Styled['runs'], head: StlHead, index: number, losses: LossList): Styled['runs'] {
  const list = new TextRunList()
  for (const run of runs) {
    if (run.kind !== 'text') continue
    list.style = heldStyle(run.style, head, run.text.trim() !== '', index, losses)
    list.text(heldLetters(run.text, head.table, index, losses))
  }
  return list.runs
}

function heldStyle(
  style: TextStyle,
  { teletext }: StlHead,
  inked: boolean,
  index: number,
  losses: LossList,
): TextStyle {
  const { italic, underline, color } = style
  if (teletext) {
    if (inked && (italic || underline)) losses.add('emphasis', index)
    if (color === undefined) return plainStyle
    const hex = hexOf(color)
    const nearest = hex === undefined ? '#ffffff' : nearestColor(hex, teletextColors.slice(1))
    if (inked && nearest !== hex) losses.add('colour', index)
    return { ...plainStyle, color: nearest === '#ffffff' ? undefined : nearest }
  }
  if (inked && color !== undefined) losses.add('colour', index)
  return { ...plainStyle, italic, underline }
}

function heldLetters(text: string, table: CodeTable, index: number, losses: LossList): string {
  let out = ''
  for (const letter of text.normalize('NFC')) {
    if (letter === '\n' || letter === '\t') {
      out += letter
      continue
    }
    const { letters, same } = tableLetters(letter, table)
    out += letters
    if (!same) losses.add('letters', index)
  }
  return out
}
