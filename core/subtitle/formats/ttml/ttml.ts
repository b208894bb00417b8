import type { Cue, NewId } from '../../cue/cue.ts'
import { type CueExtras, type FormatExtras, type SubtitleFile, noFields } from '../format.ts'
import { writeMarkup } from '../../text/markup.ts'
import type { Problem } from '../../text/problem.ts'
import { plainStyle, type TextRun, TextRunList } from '../../text/styled.ts'
import { readDocument, type TextBlock, type TtmlDocument, type TtmlElement } from './document.ts'
import type { WordTime } from '../../cue/word-times.ts'

/**
 * Reads TTML's text profile and variants: nested and sequential timing, frames and ticks, style references. Malformed XML
 * is read as far as possible and reported.
 */
export function readTtml(source: string, newId: NewId): SubtitleFile {
  const document = readDocument(source)
  const problems: Problem[] = [...document.problems]
  const cues: Cue[] = []
  const extras = new Map<string, CueExtras>()
  const before = new Map<string, string>()
  let head: string | undefined
  let passed = 0
  for (const { block, text } of cueBlocks(document)) {
    const { element } = block
    if (element.end === undefined) problems.push({ line: block.line, kind: 'end_missing', text })
    const cue: Cue = { id: newId(), start: element.begin, end: element.end ?? element.begin, text, roles: [] }
    cues.push(cue)
    // A whole paragraph belongs to its first cue.
    const { from, to } = block.paragraph.element
    const isNew = from >= passed
    const piece = isNew ? source.slice(passed, from) : ''
    if (head === undefined) head = piece
    else if (piece) before.set(cue.id, piece)
    const own = isNew ? source.slice(from, to) : ''
    if (isNew) passed = to
    const words = document.wordTimed ? { words: wordsOf(block, text) } : undefined
    extras.set(cue.id, { text, source: own, start: cue.start, end: cue.end, ...words, fields: noFields })
  }
  if (cues.length === 0 && document.pictures.length > 0) return fromPictures(document, newId)
  problems.sort((a, b) => a.line - b.line)
  const tail = head === undefined ? '' : source.slice(passed)
  const kept: FormatExtras = { format: 'ttml', head: head ?? source, before, tail, cues: extras }
  return { format: 'ttml', cues, problems, extras: kept, speakers: new Map() }
}

/** Alternative texts of pictures, if there is no other text; such a document can't be edited in place. */
function fromPictures(document: TtmlDocument, newId: NewId): SubtitleFile {
  const read = new Set(document.pictures.map(({ line }) => line))
  const problems = document.problems.filter(({ kind, line }) => kind !== 'picture_not_read' || !read.has(line))
  const cues = document.pictures.map(({ element, line, alternative }): Cue => {
    if (element.end === undefined) problems.push({ line, kind: 'end_missing', text: alternative.trim() })
    const text = writeMarkup({
      runs: [{ kind: 'text', text: alternative.trim(), style: plainStyle }],
      align: document.styles.alignOf(element.region),
    })
    return { id: newId(), start: element.begin, end: element.end ?? element.begin, text, roles: [] }
  })
  problems.sort((a, b) => a.line - b.line)
  const extras: FormatExtras = { format: 'ttml', head: '', before: new Map(), tail: '', cues: new Map() }
  return { format: 'ttml', cues, problems, extras, speakers: new Map() }
}

/** The whole text of a document that was read. */
export function sourceOf({ head, before, tail, cues }: FormatExtras): string {
  let out = head
  for (const [id, { source }] of cues) out += (before.get(id) ?? '') + source
  return out + tail
}

/** The blocks with cues in the document's order, with text in the app's markup. */
export function cueBlocks(document: TtmlDocument): { block: TextBlock; text: string }[] {
  const found: { block: TextBlock; text: string }[] = []
  for (const block of document.blocks) {
    const text = textOf(block, document)
    if (text !== undefined) found.push({ block, text })
  }
  return found
}

/** Undefined for a block without a cue: no text and time, or only timed spans. */
function textOf(block: TextBlock, { styles }: TtmlDocument): string | undefined {
  const { element, inner } = block
  if (block.letters.length === 0 && !element.timed) return undefined
  const list = new TextRunList()
  for (const { text, element: own } of block.letters) {
    list.style = own.style
    list.text(text)
  }
  const runs = element.preserve ? list.runs : trimRuns(list.runs)
  const blank = runs.every((run) => run.kind !== 'text' || run.text.trim() === '')
  if (blank && (inner.length > 0 || !element.timed || element.kind !== 'p')) return undefined
  const text = writeMarkup({ runs, align: styles.alignOf(element.region) })
  return element.preserve ? text : tightLines(text)
}

/** Word times of a text's spans, if the document has them. */
function wordsOf({ letters }: TextBlock, text: string): WordTime[] {
  const words: WordTime[] = []
  let from = 0
  let last: TtmlElement | undefined
  for (const { text: piece, element } of letters) {
    const word = piece.trim()
    const found = word === '' ? -1 : text.indexOf(word, from)
    if (found < 0) continue
    if (element !== last && element.kind === 'span' && element.timed) {
      words.push({ offset: found, start: element.begin })
    }
    last = element
    from = found + word.length
  }
  return words
}

/** Without spaces around line breaks. */
function tightLines(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  return lines
    .map((line, at) => line.slice(at > 0 ? inkFrom(line) : 0, at < lines.length - 1 ? inkTo(line) : undefined))
    .join('\n')
}

const isBlank = (letter: string | undefined): boolean => letter === ' ' || letter === '\t'

function inkFrom(line: string): number {
  let at = 0
  while (isBlank(line[at])) at++
  return at
}

function inkTo(line: string): number {
  let at = line.length
  while (at > 0 && isBlank(line[at - 1])) at--
  return at
}

/** Trims the ends and around line breaks, as TTML's default white space handling does. */
export function trimRuns(runs: readonly TextRun[]): TextRun[] {
  const out: TextRun[] = []
  let blankBefore = true
  for (const run of runs) {
    if (run.kind !== 'text') {
      out.push(run)
      continue
    }
    let text = run.text.replace(/ {2,}/g, ' ').replace(/ ?\n ?/g, '\n')
    if (blankBefore) text = text.replace(/^ /, '')
    if (text === '') continue
    blankBefore = /[ \n]$/.test(text)
    out.push({ ...run, text })
  }
  for (let last = out.at(-1); last?.kind === 'text'; last = out.at(-1)) {
    const text = last.text.trimEnd()
    out.pop()
    if (text === '') continue
    out.push({ ...last, text })
    break
  }
  return out
}
