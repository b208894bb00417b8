import { isRightToLeft } from '../../../domain/bidi.ts'
import { toAssColor } from '../../text/ass-text.ts'
import { ASS_COLUMNS, type Columns, eventColumns, SSA_COLUMNS, STYLE_COLUMNS } from './columns.ts'
import { ByteText } from '../byte-text.ts'
import { hexOf } from '../../text/colors.ts'
import { convertText, type LossList } from '../convert.ts'
import { type Cue, wholeOf } from '../../cue/cue.ts'
import { type CueExtras, type Format, type FormatExtras, piecesInOrder } from '../format.ts'
import { writeKaraoke } from '../karaoke.ts'
import { plainStyle, sameStyle, type TextRun, type TextStyle } from '../../text/styled.ts'
import type { WordsOf } from '../../cue/word-times.ts'

/** ASS or SSA of cues; the original file with changes if `extras` comes from one. */
export function writeAss(
  cues: readonly Cue[],
  extras: FormatExtras | undefined,
  speakers: ReadonlyMap<string, string>,
  losses: LossList,
  format: Format = 'ass',
  words?: WordsOf,
): string {
  const own = extras?.format === format ? extras : undefined
  const pieces = own && piecesInOrder(cues, own)
  const head = own?.head ? own.head : newHead(format, cues, words !== undefined)
  const template = own && own.cues.values().next().value
  const columns = eventColumns(head, format === 'ssa' ? SSA_COLUMNS : ASS_COLUMNS)
  const isSwapped = columns.end < columns.start
  const fieldsOf = newFields(format, template, columns)
  const out = new ByteText(cues.length * 96)
  out.text(`${head}\n`)
  let index = 0
  for (const cue of cues) {
    const before = pieces?.before(cue.id)
    if (before) out.text(`${before}\n`)
    const kept = own?.cues.get(cue.id) ?? own?.cues.get(wholeOf(cue.id))
    const [first = '', between = ',', after = ','] = kept?.fields ?? fieldsOf(speakers.get(cue.id) ?? '')
    out.text(first)
    out.centiseconds(isSwapped ? cue.end : cue.start)
    out.text(between)
    out.centiseconds(isSwapped ? cue.start : cue.end)
    out.text(after)
    if (cue.start % 10 || cue.end % 10) losses.add('times_rounded', index)
    const base = (kept ?? template)?.base
    const write = (one: Cue): string => writeAssText(one.text, index, losses, { base })
    const sung = !words || /\\[kK]/.test(cue.text) ? undefined : writeKaraoke(cue, words(cue), write)
    if (sung !== undefined) out.text(sung)
    else if (kept && kept.text === cue.text) out.text(kept.source)
    else if (!isPlain(base) || !out.assRows(cue.text)) out.text(write(cue))
    out.text('\n')
    index++
  }
  if (pieces?.tail) out.text(`${pieces.tail.startsWith('[') ? '\n' : ''}${pieces.tail}\n`)
  return out.toString()
}

const isPlain = (base: CueExtras['base']): boolean =>
  !base || (sameStyle(base.style, plainStyle) && (base.align ?? 2) === 2)

/** The fields of a new line: those of the file's first, except speaker and effect. */
function newFields(
  format: Format,
  template: CueExtras | undefined,
  columns: Columns,
): (speaker: string) => readonly string[] {
  const line =
    template?.fields.join(HOLE) ?? `Dialogue: ${columns.names.map((name) => standardField(name, format)).join()}`
  const key = /^Dialogue:\s?/i.exec(line)?.[0] ?? ''
  const known = new Map<string, readonly string[]>()
  return (speaker) => {
    let fields = known.get(speaker)
    if (!fields) {
      const values = line.slice(key.length).split(',')
      if (columns.name >= 0) values[columns.name] = speaker.replace(/[,\r\n]/g, ' ')
      if (columns.effect >= 0) values[columns.effect] = ''
      fields = (key + values.join(',')).split(HOLE)
      known.set(speaker, fields)
    }
    return fields
  }
}

function standardField(column: string, format: Format): string {
  if (column === 'start' || column === 'end') return HOLE
  if (column === 'style') return 'Default'
  if (column === 'marked') return 'Marked=0'
  if (column.startsWith('margin')) return format === 'ssa' ? '0000' : '0'
  return column === 'layer' ? '0' : ''
}

/** Placeholder of a time; readers remove it, so no file has it. */
const HOLE = '\0'

function newHead(format: Format, cues: readonly Cue[], isSung: boolean): string {
  const ssa = format === 'ssa'
  const usual = ssa ? ssaStyle : assStyle
  const style = isSung ? usual.map(unsung) : usual
  return [
    '[Script Info]',
    `ScriptType: ${ssa ? 'v4.00' : 'v4.00+'}`,
    'PlayResX: 1920',
    'PlayResY: 1080',
    ...(ssa ? [] : ['WrapStyle: 0', 'ScaledBorderAndShadow: yes']),
    '',
    ssa ? '[V4 Styles]' : '[V4+ Styles]',
    ...(cues.some(({ text }) => isRightToLeft(text)) ? style.map(byLetters) : style),
    '',
    '[Events]',
    `Format: ${ssa ? SSA_COLUMNS : ASS_COLUMNS}`,
  ].join('\n')
}

/** Unsung words are grey, in place of the default red, which is invisible without `\k`. */
const unsung = (line: string): string =>
  line.replace('&H000000FF', '&H00A0A0A0').replace(',16777215,255,', ',16777215,10526880,')

/** A style with automatic row direction: its last field is the encoding, -1 (libass). */
const byLetters = (line: string): string => (line.startsWith('Style:') ? line.replace(/,1$/, ',-1') : line)

const assStyle = [
  `Format: ${STYLE_COLUMNS}`,
  'Style: Default,Arial,64,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,1,2,60,60,54,1',
]
const ssaStyle = [
  'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding',
  'Style: Default,Arial,64,16777215,255,0,0,0,0,1,3,1,2,60,60,54,0,1',
]

/** A time in milliseconds as ASS writes it, in hundredths of a second. */
export function assTime(ms: number): string {
  const time = Math.max(0, Math.round(ms / 10))
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(time / 100)
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(time % 100)}`
}

/**
 * The app's markup as ASS, relative to the line's style. Literal braces and backslashes are escaped; override blocks stay
 * if `keeps` is a format with them.
 */
export function writeAssText(
  text: string,
  index: number,
  losses: LossList,
  { keeps = 'ass', base }: { keeps?: Format; base?: CueExtras['base'] } = {},
): string {
  const { runs, align = 2 } = convertText(text, keeps, index, losses)
  let out = align === (base?.align ?? 2) ? '' : `{\\an${align}}`
  let style = base?.style ?? plainStyle
  for (const run of runs) {
    if (run.kind === 'code') {
      out += run.code
      continue
    }
    out += styleChange(style, run.style, index, losses) + escapeAss(run)
    style = run.style
  }
  return out
}

function styleChange(from: TextStyle, to: TextStyle, index: number, losses: LossList): string {
  if (sameStyle(from, to)) return ''
  let tags = ''
  if (from.italic !== to.italic) tags += `\\i${Number(to.italic)}`
  if (from.bold !== to.bold) tags += `\\b${Number(to.bold)}`
  if (from.underline !== to.underline) tags += `\\u${Number(to.underline)}`
  if (from.strike !== to.strike) tags += `\\s${Number(to.strike)}`
  if (from.color !== to.color) {
    const hex = to.color === undefined ? undefined : hexOf(to.color)
    if (to.color !== undefined && hex === undefined) losses.add('colour', index)
    else tags += hex === undefined ? '\\c' : `\\c${toAssColor(hex)}`
  }
  return tags ? `{${tags}}` : ''
}

function escapeAss(run: TextRun & { kind: 'text' }): string {
  return run.text
    .replaceAll('\\', '\\\u2060')
    .replaceAll('{', '\uff5b')
    .replaceAll('}', '\uff5d')
    .replaceAll('\u00a0', '\\h')
    .replace(/\r\n?|\n/g, '\\N')
}
