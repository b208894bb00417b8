import { isRightToLeft } from '../../../domain/bidi.ts'
import { convertText, type LossList } from '../convert.ts'
import type { Cue } from '../../cue/cue.ts'
import { type FormatExtras, isUnchanged } from '../format.ts'
import { plainStyle, textOfRuns } from '../../text/styled.ts'
import { sourceOf } from './ttml.ts'
import type { TtmlElement } from './document.ts'
import { editDocument } from './edit.ts'
import { writeInline } from './inline.ts'
import { needsPreserve } from './paragraph.ts'
import { escapeXml } from '../../text/xml-text.ts'
import { formatTtmlTime, clockOf } from './time.ts'

/** TTML of cues; the original document with changes if `extras` comes from one. */
export function writeTtml(
  cues: readonly Cue[],
  extras: FormatExtras | undefined,
  language: string | undefined,
  losses: LossList,
): string {
  const own = extras?.format === 'ttml' && extras.head !== '' ? extras : undefined
  if (own && isUnchanged(cues, own)) return asUtf8(sourceOf(own))
  const edited = own && editDocument(cues, own, losses)
  if (edited !== undefined) return asUtf8(edited)
  if (own?.cues.size || (extras?.format === 'ttml' && !own)) losses.add('layout', 0)
  return newDocument(cues, language, losses)
}

const DECLARED = /^(\uFEFF?<\?xml\b[^>]{0,100}\bencoding\s*=\s*)(?:"([^"]*)"|'([^']*)')/i

/** Files are written in UTF-8: another declared encoding is corrected. */
function asUtf8(text: string): string {
  const [found, before = '', double, single] = DECLARED.exec(text.slice(0, 300)) ?? []
  if (found === undefined) return text
  const name = (double ?? single ?? '').toLowerCase()
  // eslint-disable-next-line no-control-regex
  const holds = name === 'utf-8' || (!/^(?:utf|ucs|iso-10646)/.test(name) && !/[^\u0000-\u007f]/.test(text.slice(1)))
  return holds ? text : `${before}"UTF-8"${text.slice(found.length)}`
}

const CLOCK = clockOf(() => undefined)

/** The paragraphs of a new document. */
const PARAGRAPH: TtmlElement = {
  name: 'p',
  kind: 'p',
  parent: undefined,
  from: 0,
  innerFrom: 0,
  innerTo: 0,
  to: 0,
  base: 0,
  begin: 0,
  end: undefined,
  timed: true,
  sequence: false,
  cursor: 0,
  style: plainStyle,
  stylePrefix: 'tts',
  region: undefined,
  preserve: false,
  aside: undefined,
  inBody: true,
  declared: [],
}

function newDocument(cues: readonly Cue[], language: string | undefined, losses: LossList): string {
  const paragraphs = cues.map((cue, index) => newParagraph(cue, index, losses))
  return [...documentHead(language), ...paragraphs, '    </div>', '  </body>', '</tt>', ''].join('\n')
}

function newParagraph(cue: Cue, index: number, losses: LossList): string {
  const { runs, align = 2 } = convertText(cue.text, 'ttml', index, losses)
  const target = { text: '', namespace: '', element: PARAGRAPH, letters: [], copy: true }
  const inner = writeInline(runs, target, index, losses)
  // The written regions are top, middle and bottom only.
  if (align % 3 !== 2) losses.add('position', index)
  const row = align > 6 ? 'top' : align > 3 ? 'middle' : 'bottom'
  const [begin, end] = [cue.start, cue.end].map((ms) => formatTtmlTime(ms, undefined, CLOCK))
  const space = needsPreserve(textOfRuns(runs)) ? ' xml:space="preserve"' : ''
  const direction = isRightToLeft(textOfRuns(runs)) ? ' tts:direction="rtl" tts:unicodeBidi="embed"' : ''
  return `      <p xml:id="c${index + 1}" begin="${begin}" end="${end}" region="${row}"${space}${direction}>${inner}</p>`
}

function documentHead(language: string | undefined): string[] {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text" ttp:timeBase="media" xml:lang="${escapeXml(language ?? '')}">`,
    '  <head>',
    '    <styling>',
    '      <style xml:id="text" tts:color="white" tts:fontFamily="proportionalSansSerif" tts:fontSize="100%" tts:textAlign="center"/>',
    '    </styling>',
    '    <layout>',
    '      <region xml:id="bottom" tts:displayAlign="after" tts:extent="80% 80%" tts:origin="10% 10%"/>',
    '      <region xml:id="middle" tts:displayAlign="center" tts:extent="80% 80%" tts:origin="10% 10%"/>',
    '      <region xml:id="top" tts:displayAlign="before" tts:extent="80% 80%" tts:origin="10% 10%"/>',
    '    </layout>',
    '  </head>',
    '  <body style="text">',
    '    <div>',
  ]
}
