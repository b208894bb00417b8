import { type FrameRate, nearestFrame, parseFrameRate } from '../../domain/frames.ts'
import { hexOf } from '../text/colors.ts'
import { heldText, type LossList } from './convert.ts'
import { type Cue, makeCue, type NewId } from '../cue/cue.ts'
import { type CueExtras, type FormatExtras, noFields, piecesInOrder, type SubtitleFile } from './format.ts'
import { numberedLines } from '../text/lines.ts'
import { normalColor, writeMarkup } from '../text/markup.ts'
import type { Problem } from '../text/problem.ts'
import { plainStyle, type TextRun, TextRunList, type TextStyle } from '../text/styled.ts'

/** Default rate; most files declare theirs in the first line. */
const USUAL_RATE: FrameRate = { num: 24_000, den: 1001 }
/** Duration of a line without an end, in milliseconds. */
export const UNENDED = 4000

const LINE = /^\s*\{(\d+)\}\{(\d*)\}(.*)$/
const millisecondsOf = (frame: number, { num, den }: FrameRate): number => Math.round((frame * 1000 * den) / num)

/** Reads MicroDVD: `{frame}{frame}row|row`, at the rate of its first line, else the given one, else 23.976. */
export function readMicroDvd(source: string, newId: NewId, given?: FrameRate): SubtitleFile {
  const text = source.replace(/^\uFEFF/, '')
  const cues: Cue[] = []
  const problems: Problem[] = []
  const before = new Map<string, string>()
  const extras = new Map<string, CueExtras>()
  let rate = given ?? USUAL_RATE
  let isKnown = given !== undefined
  let head = ''
  let passed = ''
  for (const [number, line] of numberedLines(text)) {
    const [, from, to, body = ''] = LINE.exec(line) ?? []
    const named =
      cues.length === 0 && Number(from) <= 1 && Number(to) <= 1
        ? parseFrameRate(body.replace(/^(\s*\d+),(?=\d+\s*$)/, '$1.'))
        : undefined
    if (named) {
      rate = named
      isKnown = true
      head = line.trim()
    } else if (from !== undefined) {
      const start = millisecondsOf(Number(from), rate)
      if (!isKnown) problems.push({ line: number, kind: 'frames_without_rate', text: line })
      isKnown = true
      const end = to ? millisecondsOf(Number(to), rate) : start + UNENDED
      if (!to) problems.push({ line: number, kind: 'end_missing', text: line })
      const cue = makeCue(newId(), start, end, textOf(body))
      cues.push(cue)
      if (passed) before.set(cue.id, passed)
      passed = ''
      extras.set(cue.id, { text: cue.text, source: body, start, end, fields: noFields })
    } else if (line.trim() !== '') {
      const style = /^\{DEFAULT\}/i.test(line.trim())
      problems.push({ line: number, kind: style ? 'style_not_read' : 'text_outside_cue', text: line })
      passed = passed ? `${passed}\n${line}` : line
    }
  }
  const kept: FormatExtras = {
    format: 'sub',
    head: head || `{1}{1}${rateText(rate)}`,
    before,
    tail: passed,
    cues: extras,
  }
  return { format: 'sub', cues, problems, extras: kept, speakers: new Map() }
}

const CODE = /\{([yYcCfFsSpPoOhH]):?([^{}]*)\}|\{([^{}:]*)\}/g
const names: Record<string, 'italic' | 'bold' | 'underline' | 'strike'> = {
  i: 'italic',
  b: 'bold',
  u: 'underline',
  s: 'strike',
}

/** Small letters apply to their row, capitals to the cue. */
function textOf(body: string): string {
  const list = new TextRunList()
  let whole: TextStyle = plainStyle
  for (const [at, row] of body.split('|').entries()) {
    list.style = whole
    if (at > 0) list.text('\n')
    let style = whole
    let from = 0
    const slash = row.startsWith('/') ? 1 : 0
    if (slash) style = { ...style, italic: true }
    for (const match of row.matchAll(CODE)) {
      const change = match[1] === undefined ? undefined : styleOf(match[1], match[2] ?? '')
      if (!change) continue
      list.style = style
      list.text(row.slice(Math.max(from, slash), match.index))
      from = match.index + match[0].length
      style = { ...style, ...change }
      if (match[1] === match[1]?.toUpperCase()) whole = { ...whole, ...change }
    }
    list.style = style
    list.text(row.slice(Math.max(from, slash)))
  }
  return writeMarkup({ runs: list.runs, align: undefined })
}

/** Undefined for text; fonts, sizes and positions have no equivalent and are dropped. */
function styleOf(code: string, value: string): Partial<TextStyle> | undefined {
  const name = code.toLowerCase()
  if (name === 'y') {
    const style: Partial<Record<keyof TextStyle, true>> = {}
    for (const letter of value.split(',')) {
      const property = names[letter.trim().toLowerCase()]
      if (property) style[property] = true
    }
    return style as Partial<TextStyle>
  }
  if (name !== 'c') return {}
  const [, blue, green, red] = /^\$?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(value.trim()) ?? []
  return red === undefined ? {} : { color: normalColor(`#${red}${green}${blue}`) }
}

const rateText = ({ num, den }: FrameRate): string => String(Math.round((num * 1000) / den) / 1000)

/** MicroDVD of some cues at a frame rate, by default its file's, else 23.976. */
export function writeMicroDvd(
  cues: readonly Cue[],
  extras: FormatExtras | undefined,
  given: FrameRate | undefined,
  losses: LossList,
): string {
  const own = extras?.format === 'sub' ? extras : undefined
  const declared = own && parseFrameRate((LINE.exec(own.head)?.[3] ?? '').replace(',', '.'))
  const rate = given ?? declared ?? USUAL_RATE
  const pieces = own && piecesInOrder(cues, own)
  const lines = [`{1}{1}${rateText(rate)}`]
  for (const [index, cue] of cues.entries()) {
    const before = pieces?.before(cue.id)
    if (before) lines.push(before.replaceAll('\n\n', '\n'))
    const [start, end] = [cue.start, cue.end].map((ms) => nearestFrame(ms, rate))
    if ([start, end].some((frame, at) => millisecondsOf(frame ?? 0, rate) !== (at === 0 ? cue.start : cue.end))) {
      losses.add('times_frames', index)
    }
    const kept = own?.cues.get(cue.id)
    lines.push(`{${start}}{${end}}${kept?.text === cue.text ? kept.source : bodyOf(cue, index, losses)}`)
  }
  if (pieces?.tail) lines.push(pieces.tail.replaceAll('\n\n', '\n'))
  return `${lines.join('\n')}\n`
}

function bodyOf(cue: Cue, index: number, losses: LossList): string {
  const { runs } = heldText(cue.text, 'sub', index, losses)
  const rows = rowsOf(runs).map((row) => {
    const inked = row.filter((run) => run.text.trim() !== '')
    const style = inked[0]?.style ?? plainStyle
    const codes = codesOf(style)
    // A code extends to its row's end: changes within a row are lost.
    if (new Set(inked.map(({ style: { color } }) => color)).size > 1) losses.add('colour', index)
    if (new Set(inked.map(({ style: own }) => codesOf({ ...own, color: undefined }))).size > 1)
      losses.add('emphasis', index)
    const plain = inked.every((run) => codesOf(run.style) === codes) ? codes : ''
    return plain + row.map(({ text }) => text.replaceAll('|', '¦')).join('')
  })
  if (rows.length > 0 && runs.some((run) => run.kind === 'text' && run.text.includes('|'))) losses.add('letters', index)
  return rows.join('|')
}

interface TextPiece {
  readonly text: string
  readonly style: TextStyle
}

function rowsOf(runs: readonly TextRun[]): TextPiece[][] {
  const rows: TextPiece[][] = [[]]
  for (const run of runs) {
    if (run.kind !== 'text') continue
    for (const [at, text] of run.text.split('\n').entries()) {
      if (at > 0) rows.push([])
      if (text !== '') rows.at(-1)?.push({ text, style: run.style })
    }
  }
  return rows
}

function codesOf({ italic, bold, underline, strike, color }: TextStyle): string {
  const marks = [italic && 'i', bold && 'b', underline && 'u', strike && 's'].filter(Boolean)
  const hex = color === undefined ? undefined : /^#(..)(..)(..)$/.exec(hexOf(color) ?? '')
  const colour = hex ? `{c:$${hex[3]}${hex[2]}${hex[1]}}` : ''
  return (marks.length > 0 ? `{y:${marks.join(',')}}` : '') + colour
}
