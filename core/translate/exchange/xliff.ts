import { frameAt, type FrameRate } from '../../domain/frames.ts'
import { formatTimecode } from '../../subtitle/text/timecode.ts'
import { numberMarks, type Piece, piecesOf, type PlacedMark } from './pieces.ts'
import { xmlText } from './xml.ts'

export const xliffVersions = ['1.2', '2.1'] as const
export type XliffVersion = (typeof xliffVersions)[number]

/** One line for a translator. Times in ms. */
export interface XliffLine {
  /** Id of the cue. */
  readonly id: string
  readonly start: number
  readonly end: number
  readonly source: string
  /** Empty if it is not translated. */
  readonly target: string
  /** Most characters of the target; undefined without a limit. */
  readonly limit: number | undefined
  readonly comment: string
}

export interface XliffDocument {
  /** Name of the file or video. */
  readonly original: string
  /** BCP 47 tags. */
  readonly sourceLanguage: string
  readonly targetLanguage: string
  readonly frameRate: FrameRate | undefined
  readonly lines: readonly XliffLine[]
}

/**
 * An XLIFF file (OASIS XLIFF 1.2, 2.1): one unit for each line, named by its cue. Codes and row breaks are placeholders;
 * time, frame and limit are notes. By the `textMark` of its target a later reading knows whether the line was edited meanwhile.
 */
export function writeXliff(version: XliffVersion, document: XliffDocument): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${version === '1.2' ? writeOne(document) : writeTwo(document)}`
}

/** A short mark of a text (FNV-1a, 32 bits): equal texts have equal marks. */
export function textMark(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function notesOf({ start, end, comment }: XliffLine, rate: FrameRate | undefined): [kind: string, text: string][] {
  const notes: [string, string][] = [['time', `${formatTimecode(start)} --> ${formatTimecode(end)}`]]
  if (rate) notes.push(['frame', `${frameAt(start, rate)} (${rate.num}/${rate.den})`])
  if (comment !== '') notes.push(['comment', comment])
  return notes
}

/** Placeholders in order of a text's pieces. */
function inline(
  pieces: readonly Piece[],
  marks: readonly PlacedMark[],
  write: (id: number, piece: Piece) => string,
): string {
  let at = 0
  return pieces.map((piece) => (piece.kind === 'words' ? xmlText(piece.text) : write(marks[at++]!.id, piece))).join('')
}

const hex = (text: string): string => text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

function placeholderOne(id: number, { kind, text }: Piece): string {
  if (kind === 'break') return `<x id="${id}" ctype="lb"/>`
  if (kind === 'control') return `<ph id="${id}" ctype="x-control">${hex(text)}</ph>`
  return `<ph id="${id}">${xmlText(text)}</ph>`
}

function writeOne({ original, sourceLanguage, targetLanguage, frameRate, lines }: XliffDocument): string {
  const units = lines.map((line, index) => {
    const [source, target] = [piecesOf(line.source), piecesOf(line.target)]
    const marks = numberMarks(source, target)
    const limit = line.limit === undefined ? '' : ` maxwidth="${line.limit}" size-unit="char"`
    const said = inline(source, marks.source, placeholderOne)
    const translated =
      line.target === '' ? '' : `<target state="translated">${inline(target, marks.target, placeholderOne)}</target>\n`
    const notes = notesOf(line, frameRate).map(([kind, text]) => `<note from="${kind}">${xmlText(text)}</note>\n`)
    return `<trans-unit id="${index + 1}" resname="${xmlText(line.id)}" xml:space="preserve" extradata="${textMark(line.target)}"${limit}>
<source>${said}</source>
${translated}${notes.join('')}</trans-unit>
`
  })
  return `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="${xmlText(original)}" source-language="${xmlText(sourceLanguage)}" target-language="${xmlText(targetLanguage)}" datatype="plaintext">
<body>
${units.join('')}</body>
</file>
</xliff>
`
}

function placeholderTwo(id: number, { kind }: Piece): string {
  return kind === 'break'
    ? `<ph id="${id}" dataRef="d${id}" type="fmt" subType="xlf:lb"/>`
    : `<ph id="${id}" dataRef="d${id}"/>`
}

const dataText = ({ kind, text }: Piece): string => (kind === 'control' ? `<cp hex="${hex(text)}"/>` : xmlText(text))

function writeTwo({ original, sourceLanguage, targetLanguage, frameRate, lines }: XliffDocument): string {
  const units = lines.map((line, index) => {
    const [source, target] = [piecesOf(line.source), piecesOf(line.target)]
    const marks = numberMarks(source, target)
    const data = new Map([...marks.source, ...marks.target].map(({ id, piece }) => [id, piece]))
    const codes = [...data].map(([id, piece]) => `<data id="d${id}" xml:space="preserve">${dataText(piece)}</data>\n`)
    const limit = line.limit === undefined ? '' : ` slr:sizeRestriction="${line.limit}"`
    const said = inline(source, marks.source, placeholderTwo)
    const translated = line.target === '' ? '' : `<target>${inline(target, marks.target, placeholderTwo)}</target>\n`
    const notes = notesOf(line, frameRate).map(([kind, text]) => `<note category="${kind}">${xmlText(text)}</note>\n`)
    return `<unit id="u${index + 1}" name="${xmlText(line.id)}" xml:space="preserve"${limit}>
<mda:metadata><mda:metaGroup category="cuelane"><mda:meta type="target">${textMark(line.target)}</mda:meta></mda:metaGroup></mda:metadata>
<notes>
${notes.join('')}</notes>
${codes.length === 0 ? '' : `<originalData>\n${codes.join('')}</originalData>\n`}<segment state="${line.target === '' ? 'initial' : 'translated'}">
<source>${said}</source>
${translated}</segment>
</unit>
`
  })
  return `<xliff version="2.1" srcLang="${xmlText(sourceLanguage)}" trgLang="${xmlText(targetLanguage)}" xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0">
<file id="f1" original="${xmlText(original)}">
<slr:profiles generalProfile="xliff:codepoints"/>
${units.join('')}</file>
</xliff>
`
}
