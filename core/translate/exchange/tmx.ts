import { piecesOf, type Piece } from './pieces.ts'
import { NoExchangeFile, type XmlAttributes, XmlPieces, xmlText } from './xml.ts'

/** A pair of texts that a translation memory keeps. Languages are BCP 47 tags. */
export interface MemoryPair {
  readonly sourceLanguage: string
  readonly targetLanguage: string
  readonly source: string
  readonly target: string
  /** Name of the video; empty if unknown. */
  readonly video: string
  /** Name of who confirmed it; empty if unknown. */
  readonly person: string
  /** When it was confirmed, in ms since 1970; undefined if unknown. */
  readonly date: number | undefined
  /** Time of the line in its video, in ms; undefined if unknown. */
  readonly at: number | undefined
}

/** A TMX 1.4 file (LISA OSCAR, level 2) in pieces: its memory use does not grow with the number of pairs. */
export function* writeTmx(pairs: Iterable<MemoryPair>, sourceLanguage: string): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="Cuelane" creationtoolversion="1" segtype="block" o-tmf="Cuelane" adminlang="en" srclang="${xmlText(sourceLanguage || '*all*')}" datatype="plaintext"/>
<body>
`
  for (const pair of pairs) yield unitOf(pair)
  yield '</body>\n</tmx>\n'
}

function unitOf({ sourceLanguage, targetLanguage, source, target, video, person, date, at }: MemoryPair): string {
  const written = date === undefined ? '' : ` creationdate="${tmxDate(date)}"`
  const by = person === '' ? '' : ` creationid="${xmlText(person)}"`
  const property = (type: string, value: string): string => `<prop type="x-${type}">${xmlText(value)}</prop>\n`
  const properties = [video === '' ? '' : property('video', video), at === undefined ? '' : property('at', String(at))]
  const variant = (language: string, text: string): string =>
    `<tuv xml:lang="${xmlText(language)}"><seg>${segmentOf(text)}</seg></tuv>\n`
  return `<tu srclang="${xmlText(sourceLanguage)}"${written}${by}>
${properties.join('')}${variant(sourceLanguage, source)}${variant(targetLanguage, target)}</tu>
`
}

function segmentOf(text: string): string {
  let index = 0
  const placeholder = ({ kind, text: code }: Piece): string => {
    const x = `x="${++index}"`
    if (kind === 'break') return `<ph ${x} type="lb">&#10;</ph>`
    if (kind === 'control') return `<ph ${x} type="x-control">${code.charCodeAt(0).toString(16)}</ph>`
    return `<ph ${x} type="x-code">${xmlText(code)}</ph>`
  }
  return piecesOf(text)
    .map((piece) => (piece.kind === 'words' ? xmlText(piece.text) : placeholder(piece)))
    .join('')
}

/** `YYYYMMDDThhmmssZ` (TMX 1.4b, "Date"). */
const tmxDate = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '')

function dateOf(text: string | undefined): number | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '')
  if (!found) return undefined
  const [, ...parts] = found
  const [year, month, day, hour, minute, second] = parts.map(Number) as [number, number, number, number, number, number]
  const ms = Date.UTC(year, month - 1, day, hour, minute, second)
  return Number.isFinite(ms) ? ms : undefined
}

/** UTF-16 units of a text: longer ones are no subtitles, and are left out. */
const LONGEST = 4000
/** Languages of one unit. */
const MOST_VARIANTS = 100

interface Variant {
  readonly language: string
  text: string
}

/**
 * Reads a TMX file of any program in pieces, and passes each pair of its source language with another language. Codes of
 * other programs are left out. Throws NoExchangeFile.
 */
export class TmxReader {
  /** Units without a pair of texts, or with one that is too long. */
  leftOut = 0
  private readonly take: (pair: MemoryPair) => void
  private readonly xml: XmlPieces
  private isTmx = false
  private sourceLanguage = ''
  private unit:
    | { readonly attributes: XmlAttributes; readonly variants: Variant[]; video: string; at: string }
    | undefined
  private variant: Variant | undefined
  private segment = false
  private code: { readonly type: string; text: string; depth: number } | undefined
  private property: { readonly type: string; text: string } | undefined

  constructor(take: (pair: MemoryPair) => void) {
    this.take = take
    this.xml = new XmlPieces({
      open: (name, attributes) => this.open(name, attributes),
      close: (name) => this.close(name),
      text: (text) => this.text(text),
    })
  }

  /** Places at which the file is not well-formed. */
  get faults(): number {
    return this.xml.faults
  }

  write(piece: string): void {
    this.xml.write(piece)
  }

  end(): void {
    this.xml.end()
    if (!this.isTmx) throw new NoExchangeFile('no TMX')
  }

  private open(name: string, attributes: XmlAttributes): void {
    if (this.code) this.code.depth++
    else if (name === 'tmx') this.isTmx = true
    else if (name === 'header') this.sourceLanguage = attributes['srclang'] ?? ''
    else if (name === 'tu') this.unit = { attributes, variants: [], video: '', at: '' }
    else if (name === 'prop') this.property = { type: attributes['type'] ?? '', text: '' }
    else if (name === 'tuv') this.variant = { language: attributes['xml:lang'] ?? attributes['lang'] ?? '', text: '' }
    else if (name === 'seg') this.segment = true
    else if (this.segment && CODES.has(name)) this.code = { type: attributes['type'] ?? '', text: '', depth: 0 }
  }

  private text(text: string): void {
    if (this.code) this.code.text += text
    else if (this.segment && this.variant) this.variant.text += text
    else if (this.property) this.property.text += text
  }

  private close(name: string): void {
    if (this.code) {
      if (this.code.depth-- === 0) this.endCode(this.code)
    } else if (name === 'seg') this.segment = false
    else if (name === 'prop') this.endProperty()
    else if (name === 'tuv') this.endVariant()
    else if (name === 'tu') this.endUnit()
  }

  private endCode({ type, text }: { readonly type: string; readonly text: string }): void {
    this.code = undefined
    if (!this.variant) return
    if (type === 'lb') this.variant.text += '\n'
    else if (type === 'x-control') this.variant.text += String.fromCharCode(Number.parseInt(text, 16) || 0)
    else if (type === 'x-code' && piecesOf(text).every(({ kind }) => kind === 'mark')) this.variant.text += text
  }

  private endProperty(): void {
    const { property, unit } = this
    this.property = undefined
    if (!unit || this.variant) return
    if (property?.type === 'x-video') unit.video = property.text
    else if (property?.type === 'x-at') unit.at = property.text
  }

  private endVariant(): void {
    const { unit, variant } = this
    this.variant = undefined
    if (unit && variant && unit.variants.length < MOST_VARIANTS) unit.variants.push(variant)
  }

  private endUnit(): void {
    const { unit } = this
    this.unit = undefined
    if (!unit) return
    const { attributes, variants, video, at } = unit
    const wanted = (attributes['srclang'] ?? this.sourceLanguage).toLowerCase()
    const source = variants.find(({ language }) => language.toLowerCase() === wanted) ?? variants[0]
    const others = variants.filter((variant) => variant !== source && isText(variant))
    if (!source || !isText(source) || others.length === 0) {
      this.leftOut++
      return
    }
    const time = /^\d{1,12}$/.test(at) ? Number(at) : undefined
    for (const { language, text } of others)
      this.take({
        ...{ sourceLanguage: source.language, targetLanguage: language, source: source.text, target: text },
        ...{ video: video.slice(0, LONGEST), person: (attributes['creationid'] ?? '').slice(0, LONGEST), at: time },
        date: dateOf(attributes['changedate'] ?? attributes['creationdate']),
      })
  }
}

const isText = ({ language, text }: Variant): boolean => language !== '' && text.trim() !== '' && text.length <= LONGEST

/** Inline elements whose text is another program's code (TMX 1.4b, "Content markup"). */
const CODES = new Set(['bpt', 'ept', 'it', 'ph', 'ut', 'sub'])
