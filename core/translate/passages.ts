import { parseMarkup, writeMarkup } from '../subtitle/text/markup.ts'
import { plainStyle, sameStyle, type TextRun, type TextStyle } from '../subtitle/text/styled.ts'
import { withoutBrackets } from './marks.ts'

/** A span of a row with a different style. */
export interface StyledStretch {
  readonly from: number
  readonly to: number
  readonly style: TextStyle
}

/** One person's speech in a cue: its text in one row, without markup. */
export interface Passage {
  /** A dialogue dash or music note before it, with the space behind. */
  readonly before: string
  readonly after: string
  readonly text: string
  readonly base: TextStyle
  /** Not overlapping, in order. */
  readonly stretches: readonly StyledStretch[]
  /** WebVTT's voice tag of it, if another voice speaks before it in the cue. */
  readonly voice: string
}

/** A cue's text split into speech, style, and surroundings. */
export interface CuePassages {
  /** Empty without speech, as for a drawing. */
  readonly passages: readonly Passage[]
  readonly align: number | undefined
  /** Format-specific code before and after all text, for position and style of the whole. */
  readonly lead: readonly TextRun[]
  readonly tail: readonly TextRun[]
  /** Codes of single words, which a translation can't keep. */
  readonly dropped: readonly string[]
}

type Piece = { readonly text: string; readonly style: TextStyle }

/** A row of a cue; a voice begins another passage. */
interface Row {
  readonly pieces: readonly Piece[]
  readonly voice: string
}

const KARAOKE = /\\[kK][fot]?\d*/g
const DASH = /^\s*[-–—‐]\s*(?=\S)/
const BEFORE = /^\s*(?:[-–—‐](?![-–—‐])\s*|[♪♫♬#*]+\s*)+/
const AFTER = /\s*[♪♫♬#*]+\s*$/

/** Takes apart the text of a cue. */
export function passagesOf(text: string): CuePassages {
  const { runs, align } = parseMarkup(text)
  const first = runs.findIndex((run) => run.kind === 'text' && run.text.trim() !== '')
  if (first < 0) return { passages: [], align, lead: [], tail: [], dropped: [] }
  const last = runs.findLastIndex((run) => run.kind === 'text' && run.text.trim() !== '')
  const inner = runs.slice(first, last + 1)
  return {
    passages: speechesOf(rowsOf(inner)).map(passageOf),
    dropped: droppedOf(inner),
    align,
    lead: codesOf(runs.slice(0, first)),
    tail: codesOf(runs.slice(last + 1)),
  }
}

/** Codes without karaoke times, whose words no longer exist. */
function codesOf(runs: readonly TextRun[]): TextRun[] {
  return runs.flatMap((run) => {
    if (run.kind === 'text') return []
    const code = run.of === 'ass' ? run.code.replace(KARAOKE, '').replaceAll('{}', '') : run.code
    return code === '' ? [] : [{ ...run, code }]
  })
}

const VOICE = /^<v[\s.]/i
const CLOSING = /^<\//

/** Codes between words, except closing ones and voices, which stay. */
function droppedOf(runs: readonly TextRun[]): string[] {
  const codes = runs.flatMap((run) => (run.kind === 'code' && run.of !== 'drawing' ? [run.code.trim()] : []))
  return [...new Set(codes)].filter((code) => code !== '' && !CLOSING.test(code) && !VOICE.test(code))
}

/** The rows of some runs, without code between words. */
function rowsOf(runs: readonly TextRun[]): Row[] {
  const rows: { pieces: Piece[]; voice: string }[] = [{ pieces: [], voice: '' }]
  const isOpen = (): boolean => rows.at(-1)?.pieces.some(({ text }) => text.trim() !== '') ?? false
  for (const run of runs) {
    if (run.kind === 'code' && VOICE.test(run.code)) {
      if (isOpen()) rows.push({ pieces: [], voice: run.code })
      else rows[rows.length - 1] = { pieces: [], voice: run.code }
    }
    if (run.kind !== 'text') continue
    run.text.split('\n').forEach((text, at) => {
      if (at > 0) rows.push({ pieces: [], voice: isOpen() ? '' : (rows.at(-1)?.voice ?? '') })
      if (text !== '') rows.at(-1)?.pieces.push({ text, style: run.style })
    })
  }
  return rows.filter(({ pieces }) => pieces.some(({ text }) => text.trim() !== ''))
}

const textOf = (row: readonly Piece[]): string => row.map(({ text }) => text).join('')

/** Joins one person's rows: if two rows begin with a dash, each dash begins another passage. */
function speechesOf(rows: readonly Row[]): Row[] {
  const isDialogue = rows.filter(({ pieces }) => DASH.test(textOf(pieces))).length > 1
  const speeches: { pieces: Piece[]; voice: string }[] = []
  for (const { pieces, voice } of rows) {
    const last = speeches.at(-1)?.pieces
    if (!last || voice !== '' || (isDialogue && DASH.test(textOf(pieces))))
      speeches.push({ pieces: [...pieces], voice })
    else last.push({ text: ' ', style: last.at(-1)?.style ?? plainStyle }, ...goingOn(last, pieces))
  }
  return speeches
}

/** A row without continuation dots, if the row above has some. */
function goingOn(above: readonly Piece[], row: readonly Piece[]): Piece[] {
  const [first, ...rest] = row
  if (!first || !/(?:\.{2,}|…)\s*$/u.test(textOf(above))) return [...row]
  return [{ ...first, text: first.text.replace(/^\s*(?:\.{2,}|…)\s*(?=\p{Ll})/u, '') }, ...rest]
}

function passageOf({ pieces, voice }: Row): Passage {
  const whole = tidied(pieces)
  const [before = ''] = BEFORE.exec(textOf(whole)) ?? []
  const [after = ''] = AFTER.exec(textOf(whole).slice(before.length)) ?? []
  const text = textOf(whole).slice(before.length, textOf(whole).length - after.length)
  const base = mostlyIn(whole)
  const stretches: StyledStretch[] = []
  let at = -before.length
  for (const { text: piece, style } of whole) {
    const [from, to] = [Math.max(0, at), Math.min(text.length, at + piece.length)]
    if (from < to && !sameStyle(style, base) && text.slice(from, to).trim() !== '') stretches.push({ from, to, style })
    at += piece.length
  }
  return { before, after, text, base, stretches, voice }
}

/** Single spaces, trimmed, without lookalikes of marks. */
function tidied(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  let endsBlank = true
  for (const { text, style } of pieces) {
    const clean = withoutBrackets(text).replace(/\s+/g, ' ')
    const tidy: string = endsBlank ? clean.trimStart() : clean
    if (tidy === '') continue
    endsBlank = tidy.endsWith(' ')
    out.push({ text: tidy, style })
  }
  const last = out.pop()
  if (last && last.text.trimEnd() !== '') out.push({ ...last, text: last.text.trimEnd() })
  return out
}

/** The style of most letters. */
function mostlyIn(pieces: readonly Piece[]): TextStyle {
  const counts: { style: TextStyle; letters: number }[] = []
  for (const { text, style } of pieces) {
    const known = counts.find((count) => sameStyle(count.style, style))
    if (known) known.letters += text.length
    else counts.push({ style, letters: text.length })
  }
  return counts.reduce((most, count) => (count.letters > most.letters ? count : most), {
    style: plainStyle,
    letters: 0,
  }).style
}

/** A row to write back; spans are clipped to it. */
export interface WrittenRow {
  readonly text: string
  readonly base: TextStyle
  readonly stretches: readonly StyledStretch[]
  /** A WebVTT tag before it; empty without one. */
  readonly voice: string
}

/** A cue's text with new rows in the original's look. */
export function writePassages({ align, lead, tail }: CuePassages, rows: readonly WrittenRow[]): string {
  const runs: TextRun[] = [...lead]
  rows.forEach((row, index) => {
    if (index > 0) runs.push({ kind: 'text', text: '\n', style: row.base })
    if (row.voice !== '') runs.push({ kind: 'code', of: 'vtt', code: row.voice })
    runs.push(...runsOf(row))
  })
  return writeMarkup({ runs: [...runs, ...tail], align })
}

function runsOf({ text, base, stretches }: Omit<WrittenRow, 'voice'>): TextRun[] {
  const runs: TextRun[] = []
  let at = 0
  const add = (to: number, style: TextStyle): void => {
    if (to > at) runs.push({ kind: 'text', text: text.slice(at, to), style })
    at = Math.max(at, to)
  }
  for (const { from, to, style } of [...stretches].sort((a, b) => a.from - b.from)) {
    add(Math.min(from, text.length), base)
    add(Math.min(to, text.length), style)
  }
  add(text.length, base)
  return runs
}
