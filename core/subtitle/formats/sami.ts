import { decodeHTML } from 'entities/decode'
import { heldText, inTimeOrder, type LossList } from './convert.ts'
import { type Cue, makeCue, type NewId } from '../cue/cue.ts'
import { type CueExtras, type FormatExtras, type SubtitleFile, noFields } from './format.ts'
import { lineEnd, nextLine } from '../text/lines.ts'
import { nextStarts } from './lrc.ts'
import { UNENDED } from './microdvd.ts'
import { normalColor, writeMarkup } from '../text/markup.ts'
import type { Problem } from '../text/problem.ts'
import { plainStyle, TextRunList, type TextStyle, writeNested } from '../text/styled.ts'
import { hexOf } from '../text/colors.ts'

interface Sync {
  readonly start: number
  readonly language: string
  readonly body: string
  readonly at: number
}

const SYNC = /<sync\b[^<>]*?\bstart\s*=\s*["']?(-?\d+)(?:ms)?["']?[^<>]*>/gi
const PARAGRAPH = /<p\b([^<>]*)>/gi

/**
 * Reads SAMI: a text lasts until the next of its language; a blank one ends it. Of several languages it reads the
 * requested one (a class, or a tag such as `en`), else the first with text; the others are reported.
 */
export function readSami(source: string, newId: NewId, language?: string): SubtitleFile {
  const syncs = readSyncs(source)
  const spoken = syncs.filter(({ body }) => textOf(body) !== '')
  const wanted = language === undefined ? undefined : classOf(source, language)
  const first =
    spoken.find((sync) => wanted !== undefined && sync.language === wanted) ??
    spoken.find((sync) => sync.language !== '') ??
    spoken[0]
  const head = source.slice(0, syncs[0]?.at ?? source.length)
  const lineOf = lineCounter(source)
  const problems: Problem[] = []
  const cues: Cue[] = []
  const extras = new Map<string, CueExtras>()
  // A paragraph without a class belongs to every language.
  const isOwn = ({ language }: Sync): boolean => language === first?.language || language === ''
  const own = syncs.filter(isOwn)
  for (const other of syncs) {
    if (isOwn(other) || textOf(other.body) === '') continue
    problems.push({ line: lineOf(other.at), kind: 'text_outside_cue', text: textOf(other.body) })
  }
  const ends = nextStarts(own)
  for (const [at, { start, body, at: place }] of own.entries()) {
    const text = textOf(body)
    if (text === '') continue
    const end = ends[at]
    if (end === undefined) problems.push({ line: lineOf(place), kind: 'end_missing', text })
    if (start < 0) problems.push({ line: lineOf(place), kind: 'negative_time', text: String(start) })
    const cue = makeCue(newId(), Math.max(0, start), Math.max(0, end ?? start + UNENDED), text)
    cues.push(cue)
    extras.set(cue.id, { text, source: body.trim(), start: cue.start, end: cue.end, fields: noFields })
  }
  problems.sort((a, b) => a.line - b.line)
  const kept: FormatExtras = {
    format: 'smi',
    head: `${first?.language ?? ''}\n${head}`,
    before: new Map(),
    tail: '',
    cues: extras,
  }
  return { format: 'smi', cues, problems, extras: kept, speakers: new Map() }
}

/** The class of a language: by name, or by the head's `lang`. */
function classOf(source: string, language: string): string | undefined {
  const asked = language.toUpperCase().replace('_', '-')
  const base = asked.split('-')[0]
  let found: string | undefined
  for (const [, name = '', rules = ''] of classRules(source)) {
    const tag = langOf(rules)?.toUpperCase()
    if (name.toUpperCase() === asked || tag === asked) return name.toUpperCase()
    if (tag?.split('-')[0] === base) found ??= name.toUpperCase()
  }
  return found ?? asked
}

/** A language of a SAMI file with text. */
export interface FileLanguage {
  /** Its class, for the reader's `language`. */
  readonly name: string
  /** Display name from the head: name, tag, or class. */
  readonly title: string
}

/** The languages of a SAMI file, by first text. */
export function samiLanguages(source: string): FileLanguage[] {
  const spoken = readSyncs(source).filter(({ language, body }) => language !== '' && textOf(body) !== '')
  const titles = new Map<string, string>()
  for (const [, name = '', rules = ''] of classRules(source)) {
    const title = /\bname\s*:\s*["']?([^;"'{}]*)/i.exec(rules)?.[1]?.trim() || langOf(rules)
    if (title) titles.set(name.toUpperCase(), title)
  }
  return [...new Set(spoken.map(({ language }) => language))].map((name) => ({ name, title: titles.get(name) ?? name }))
}

/** The file with one language only; undefined if it lacks it. */
export function samiOfLanguage(source: string, language: string): string | undefined {
  const wanted = classOf(source, language)
  if (!samiLanguages(source).some(({ name }) => name === wanted)) return undefined
  const marks = [...source.matchAll(SYNC)]
  const tail = /<\/(?:body|sami)\s*>[^]*$/i.exec(source)?.[0] ?? ''
  const pieces = marks.map((mark, index) => {
    const whole = source.slice(mark.index, marks[index + 1]?.index ?? source.length - tail.length)
    const paragraphs = [...whole.matchAll(PARAGRAPH)]
    if (paragraphs.length === 0) return whole
    const own = paragraphs.flatMap((paragraph, at) =>
      ['', wanted].includes(languageOfParagraph(paragraph))
        ? whole.slice(paragraph.index, paragraphs[at + 1]?.index)
        : [],
    )
    return own.length === 0 ? '' : `${whole.slice(0, paragraphs[0]?.index)}${own.join('')}`
  })
  return `${source.slice(0, marks[0]?.index)}${pieces.join('')}${tail}`
}

const classRules = (source: string): Iterable<RegExpExecArray> =>
  source.slice(0, 65_536).matchAll(/\.([\w-]+)\s*\{([^{}]*)\}/g)

const langOf = (rules: string): string | undefined => /\blang\s*:\s*["']?([\w-]+)/i.exec(rules)?.[1]

const languageOfParagraph = ([, attributes = '']: RegExpExecArray): string =>
  (/\bclass\s*=\s*["']?([\w-]+)/i.exec(attributes)?.[1] ?? '').toUpperCase()

function readSyncs(source: string): Sync[] {
  const marks = [...source.matchAll(SYNC)]
  return marks.flatMap((mark, index) => {
    const from = mark.index + mark[0].length
    const inside = source.slice(from, marks[index + 1]?.index ?? source.length)
    const start = Number(mark[1])
    const paragraphs = [...inside.matchAll(PARAGRAPH)]
    if (paragraphs.length === 0) return [{ start, language: '', body: withoutEnd(inside), at: mark.index }]
    return paragraphs.map((paragraph, at) => ({
      start,
      language: languageOfParagraph(paragraph),
      body: withoutEnd(inside.slice(paragraph.index + paragraph[0].length, paragraphs[at + 1]?.index)),
      at: mark.index,
    }))
  })
}

const withoutEnd = (body: string): string => body.replace(/<\/(?:p|sync|body|sami)\s*>/gi, '')

/** The line of an offset, for any order of queries. */
function lineCounter(text: string): (at: number) => number {
  const starts: number[] = []
  for (let from = 0; from <= text.length; from = nextLine(text, lineEnd(text, from))) starts.push(from)
  return (at) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}

const TAG = /<(\/?)(b|strong|i|em|u|s|strike|font|br)\b([^<>]*)>|<[a-z/!][^<>]*>/gi
type Toggle = 'italic' | 'bold' | 'underline' | 'strike'
const toggles: Record<string, Toggle> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strike',
  strike: 'strike',
}

function textOf(body: string): string {
  const list = new TextRunList()
  const colors: (string | undefined)[] = []
  let from = 0
  const add = (text: string): void => list.text(decodeHTML(text.replace(/[ \t\r\n]+/g, ' ')).replaceAll('\u00A0', ' '))
  for (const match of body.matchAll(TAG)) {
    add(body.slice(from, match.index))
    from = match.index + match[0].length
    const name = match[2]?.toLowerCase() ?? ''
    const closing = match[1] === '/'
    const toggle = toggles[name]
    if (name === 'br') list.text('\n')
    else if (toggle) list.style = { ...list.style, [toggle]: !closing }
    else if (name === 'font')
      list.style = { ...list.style, color: fontColor(closing, match[3] ?? '', colors, list.style) }
  }
  add(body.slice(from))
  return writeMarkup({ runs: tightRuns(list), align: undefined })
}

/** Trims the ends and around row breaks. */
function tightRuns({ runs }: TextRunList): TextRunList['runs'] {
  const out = new TextRunList()
  let pending = ''
  let blankStyle = plainStyle
  for (const run of runs) {
    if (run.kind !== 'text') continue
    for (const [at, row] of run.text.split('\n').entries()) {
      if (at > 0) [pending, blankStyle] = ['\n', run.style]
      for (const piece of row.split(/( +)/)) {
        if (piece === '') continue
        if (piece.trim() === '') {
          if (!pending) [pending, blankStyle] = [' ', run.style]
          continue
        }
        out.style = blankStyle
        if (out.runs.length > 0) out.text(pending)
        pending = ''
        out.style = run.style
        out.text(piece)
      }
    }
  }
  return out.runs
}

function fontColor(
  closing: boolean,
  attributes: string,
  colors: (string | undefined)[],
  style: TextStyle,
): string | undefined {
  if (closing) return colors.pop()
  colors.push(style.color)
  const named = /\bcolor\s*=\s*["']?(#?\w+)/i.exec(attributes)?.[1]
  return named ? normalColor(named) : style.color
}

/** SAMI of some cues. */
export function writeSami(
  cues: readonly Cue[],
  extras: FormatExtras | undefined,
  language: string | undefined,
  losses: LossList,
): string {
  const own = extras?.format === 'smi' ? extras : undefined
  const [kept = '', ...rest] = (own?.head ?? '').split('\n')
  const name = kept || 'SUBTITLE'
  const head = own ? rest.join('\n').trimEnd() : newHead(language ?? 'und')
  const lines = [head]
  const order = inTimeOrder(cues, losses)
  for (const [at, [index, cue]] of order.entries()) {
    const next = order[at + 1]?.[1]
    const was = own?.cues.get(cue.id)
    const body = was?.text === cue.text ? was.source : bodyOf(cue, index, losses)
    if (next && next.start < cue.end) losses.add('overlap', index)
    lines.push(`<SYNC Start=${cue.start}><P Class=${name}>${body}`)
    if (!next || next.start > cue.end) lines.push(`<SYNC Start=${cue.end}><P Class=${name}>&nbsp;`)
  }
  return `${[...lines, '</BODY>', '</SAMI>'].join('\n')}\n`
}

const tags: Record<Toggle, string> = { bold: 'b', italic: 'i', underline: 'u', strike: 's' }

function bodyOf(cue: Cue, index: number, losses: LossList): string {
  const { runs } = heldText(cue.text, 'smi', index, losses)
  return writeNested(runs, {
    open: (property, style) =>
      property === 'color' ? `<font color="${hexOf(style.color ?? '') ?? style.color}">` : `<${tags[property]}>`,
    close: (property) => (property === 'color' ? '</font>' : `</${tags[property]}>`),
    text: (text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\n/g, '<br>\n'),
    code: () => '',
  })
}

function newHead(language: string): string {
  return [
    '<SAMI>',
    '<HEAD>',
    '<STYLE TYPE="text/css">',
    '<!--',
    'P { text-align: center; color: white; }',
    `.SUBTITLE { Name: Subtitle; lang: ${language.replace(/[^\w-]/g, '')}; SAMIType: CC; }`,
    '-->',
    '</STYLE>',
    '</HEAD>',
    '<BODY>',
  ].join('\n')
}
