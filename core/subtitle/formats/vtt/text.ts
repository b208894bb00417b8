import { decodeHTML } from 'entities/decode'
import { colorOfVttClass, vttClassOf } from '../../text/colors.ts'
import { convertText, type Loss, type LossList } from '../convert.ts'
import type { Cue } from '../../cue/cue.ts'
import { withLf } from '../../text/lines.ts'
import { normalColor } from '../../text/markup.ts'
import { type TextRun, TextRunList, type TextStyle, writeNested } from '../../text/styled.ts'

/** Text runs of a WebVTT payload, and the voice if one `<v>` covers all of it. Time tags stay as code. */
export function readVttText(payload: string): { runs: readonly TextRun[]; speaker: string | undefined } {
  if (!payload.includes('<')) {
    const list = new TextRunList()
    list.text(characters(payload))
    return { runs: list.runs, speaker: undefined }
  }
  const speaker = soleVoice(payload)
  const reader = new PayloadReader(speaker !== undefined, /<\d/.test(payload))
  let from = 0
  for (const match of payload.matchAll(TAG)) {
    reader.list.text(characters(payload.slice(from, match.index)))
    from = match.index + match[0].length
    reader.tag(match[1] ?? '', match[0])
  }
  reader.list.text(characters(payload.slice(from)))
  return { runs: reader.list.runs, speaker }
}

const TAG = /<([^<>]*)>/g

/** HTML character references, also without a semicolon, as the standard says. */
function characters(text: string): string {
  return text.includes('&') ? withLf(decodeHTML(text)) : text
}

/** The name of the `<v>` at a payload's start, if it is the only one. */
function soleVoice(payload: string): string | undefined {
  const start = payload.search(/\S/)
  const end = payload.indexOf('>', start)
  if (!payload.startsWith('<v', start) || end < 0 || payload.includes('<v', end)) return undefined
  const name = /^(?:\.\S*)?[ \t]+(?=\S)([^<]*)$/.exec(payload.slice(start + 2, end))?.[1]
  return name && characters(name).trim().replace(/\s+/g, ' ')
}

const toggles: Record<string, Partial<TextStyle>> = {
  b: { bold: true },
  i: { italic: true },
  u: { underline: true },
}

interface OpenTag {
  readonly name: string
  /** The style around the tag. */
  readonly style: TextStyle
  /** Whether the tag stays in the text as code. */
  readonly isCode: boolean
}

class PayloadReader {
  readonly list = new TextRunList()
  private readonly hasSoleVoice: boolean
  private readonly hasWordTimes: boolean
  private readonly stack: OpenTag[] = []
  /** Open tags per name: an unopened one is not searched. */
  private readonly open = new Map<string, number>()

  constructor(hasSoleVoice: boolean, hasWordTimes: boolean) {
    this.hasSoleVoice = hasSoleVoice
    this.hasWordTimes = hasWordTimes
  }

  tag(inner: string, whole: string): void {
    const [, slash, name = '', classes = ''] = /^(\/?)([a-z]*)((?:\.[^\s.]+)*)/i.exec(inner) ?? []
    if (name === 'v' && this.hasSoleVoice) return
    if (slash) this.close(name, whole)
    else this.begin(name, classes, whole)
  }

  private begin(name: string, classes: string, whole: string): void {
    const { list } = this
    const color = classes
      .split('.')
      .map((part) => colorOfVttClass(part.toLowerCase()))
      .find((found) => found !== undefined)
    const isColor = name === 'c' && color !== undefined
    // A span without a class has no effect; those around timed words add nothing to the times.
    const isNothing = name === 'c' && (classes === '' || this.hasWordTimes)
    const isCode = !toggles[name] && !isColor && !isNothing
    if (isCode) list.code('vtt', whole)
    if (name === '') return
    this.stack.push({ name, style: list.style, isCode })
    this.open.set(name, (this.open.get(name) ?? 0) + 1)
    if (!isCode) list.style = { ...list.style, ...toggles[name], ...(color ? { color: normalColor(color) } : {}) }
  }

  private close(name: string, whole: string): void {
    const { list } = this
    if (!this.open.get(name)) return list.code('vtt', whole)
    for (let tag = this.stack.pop(); tag; tag = this.stack.pop()) {
      this.open.set(tag.name, (this.open.get(tag.name) ?? 1) - 1)
      if (tag.name !== name) continue
      list.style = tag.style
      if (tag.isCode) list.code('vtt', whole)
      return
    }
  }
}

const placements: Record<number, string> = {
  1: ' align:left',
  3: ' align:right',
  4: ' line:50% align:left',
  5: ' line:50%',
  6: ' line:50% align:right',
  7: ' line:0 align:left',
  8: ' line:0',
  9: ' line:0 align:right',
}

const settingsOfPlaces: ReadonlySet<string> = new Set(Object.values(placements))

/** Whether settings are equivalent to one of the nine positions. */
export const isPlacement = (settings: string): boolean => settingsOfPlaces.has(` ${settings}`)

/** A cue's text as a WebVTT payload, with settings for its position. Blank rows are dropped: they would end the cue. */
export function writeVttText(
  cue: Cue,
  index: number,
  speaker: string | undefined,
  losses: LossList,
): { text: string; settings: string } {
  const styled = convertText(cue.text, 'vtt', index, losses)
  const body = writeNested(styled.runs, {
    open: (property, style) => openTag(property, style, index, losses),
    close: (property) => (property === 'color' ? '</c>' : property === 'strike' ? '' : `</${tags[property]}>`),
    text: escapeVtt,
    // An arrow in a payload would start another cue.
    code: (run) => (run.of === 'vtt' ? run.code.replaceAll('-->', '->') : ''),
  })
  const text = withLf(body)
    .replace(/\n(?:[ \t]*\n)+/g, '\n')
    .replace(/^[ \t]*\n/, '')
  const voice = speaker ? `<v ${escapeVtt(speaker.replace(/\s+/g, ' '))}>` : ''
  return { text: voice + text, settings: placements[styled.align ?? 2] ?? '' }
}

const tags: Record<string, string> = { bold: 'b', italic: 'i', underline: 'u' }

function openTag(property: keyof TextStyle, style: TextStyle, index: number, losses: LossList): string {
  if (property === 'strike') return lose(losses, 'strike', index)
  if (property !== 'color') return `<${tags[property]}>`
  const name = vttClassOf(style.color ?? '')
  // Other colours need a style block of the page; the class keeps the name.
  if (!name) lose(losses, 'colour', index)
  return `<c${name ? `.${name}` : ''}>`
}

function lose(losses: LossList, kind: Loss['kind'], index: number): '' {
  losses.add(kind, index)
  return ''
}

/** A text with WebVTT's special characters escaped. */
export function escapeVtt(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('\u200e', '&lrm;')
    .replaceAll('\u200f', '&rlm;')
}
