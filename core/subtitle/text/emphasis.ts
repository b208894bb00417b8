import { parseMarkup, visibleParts, writeMarkup } from './markup.ts'
import { type Styled, type TextRun, TextRunList, type TextStyle } from './styled.ts'

/** A style that a key toggles. */
export type Emphasis = 'italic' | 'bold' | 'underline'

/** A range of a text in the app's markup, by offsets. */
export interface TextPart {
  readonly from: number
  readonly to: number
}

/** A text after a change, and the same range in it. */
export interface ChangedText extends TextPart {
  readonly text: string
}

/** Whether all visible letters of a text or range have an emphasis; false if none are visible. */
export function hasEmphasis(text: string, emphasis: Emphasis, part?: TextPart): boolean {
  const { runs } = parseMarkup(text)
  const [from, to] = seenRange(text, part)
  const seen = splitRuns(runs, from, to).filter(
    ({ run, isIn }) => isIn && run.kind === 'text' && run.text.trim() !== '',
  )
  return seen.length > 0 && seen.every(({ run }) => run.kind === 'text' && run.style[emphasis])
}

/** Changes the style of a text or range. Tags that begin or end inside it stay whole. */
export function restyle(text: string, change: Partial<TextStyle>, part?: TextPart): ChangedText {
  const styled = parseMarkup(text)
  const [from, to] = seenRange(text, part)
  // Adjacent equal styles merge; a literal "<" is recognised by what follows.
  const list = new TextRunList()
  for (const { run, isIn } of splitRuns(styled.runs, from, to)) {
    if (run.kind === 'code') list.code(run.of, run.code)
    else {
      list.style = isIn ? { ...run.style, ...change } : run.style
      list.text(run.text)
    }
  }
  const { runs } = list
  const written = write({ ...styled, runs })
  return { text: written, ...partOf(written, from, to) }
}

/** Toggles an emphasis of a text or range: off only if all of it has it. */
export function toggleEmphasis(text: string, emphasis: Emphasis, part?: TextPart): ChangedText {
  return restyle(text, { [emphasis]: !hasEmphasis(text, emphasis, part) }, part)
}

/** Sets a text's position as on a numeric keypad; undefined is its version's default. */
export function alignText(text: string, align: number | undefined): string {
  return write({ ...parseMarkup(text), align })
}

/** The default position is written explicitly: the version's style may have another. */
function write({ runs, align }: Styled): string {
  const body = writeMarkup({ runs, align: undefined })
  return align === undefined ? body : `{\\an${align}}${body}`
}

/** The visible range, counted in visible letters. */
function seenRange(text: string, part: TextPart | undefined): [from: number, to: number] {
  if (!part) return [0, Infinity]
  const parts = visibleParts(text)
  const seenBefore = (at: number): number =>
    parts.reduce((sum, { raw, seen }) => sum + seen.slice(0, Math.max(0, at - raw)).length, 0)
  return [seenBefore(part.from), seenBefore(part.to)]
}

/** The offsets of visible letters `from` to `to`, inside adjacent tags. */
function partOf(text: string, from: number, to: number): TextPart {
  const parts = visibleParts(text)
  let seenBefore = 0
  let [start, end] = [text.length, text.length]
  for (const { raw, seen } of parts) {
    const after = seenBefore + seen.length
    if (start === text.length && from < after) start = raw + from - seenBefore
    if (to > seenBefore && to <= after) end = raw + to - seenBefore
    seenBefore = after
  }
  if (from >= to) return { from: start, to: start }
  return { from: Math.min(start, end), to: end }
}

/** The caret's offset after the text's tags changed: at the same letter, inside adjacent tags. */
export function sameCaret(text: string, caret: number, changed: string): number {
  const [seen] = seenRange(text, { from: caret, to: caret })
  return seen === 0 ? partOf(changed, 0, 1).from : partOf(changed, 0, seen).to
}

/** Runs split at two visible offsets; code belongs to no part. */
function splitRuns(runs: readonly TextRun[], from: number, to: number): { run: TextRun; isIn: boolean }[] {
  const cut: { run: TextRun; isIn: boolean }[] = []
  let at = 0
  for (const run of runs) {
    if (run.kind === 'code') {
      cut.push({ run, isIn: false })
      continue
    }
    const end = at + run.text.length
    const edges = [at, Math.min(Math.max(from, at), end), Math.max(at, Math.min(to, end)), end]
    for (const [index, isIn] of [false, true, false].entries()) {
      const piece = run.text.slice((edges[index] ?? at) - at, (edges[index + 1] ?? end) - at)
      if (piece !== '') cut.push({ run: { ...run, text: piece }, isIn })
    }
    at = end
  }
  return cut
}
