import { XmlPieces, NoExchangeFile, type XmlAttributes } from './xml.ts'

/** One unit of an XLIFF file. */
export interface XliffUnit {
  /** Id of its cue, where the file was written here; else the unit's own id. */
  readonly id: string
  readonly source: string
  /** Undefined if it has none. */
  readonly target: string | undefined
  /** `textMark` of the target when the file was written; undefined in files of other programs. */
  readonly was: string | undefined
  readonly comment: string
}

export interface XliffFile {
  readonly sourceLanguage: string
  readonly targetLanguage: string
  readonly units: readonly XliffUnit[]
  /** Places at which the file is not well-formed. */
  readonly faults: number
}

/** Reads XLIFF 1.0 to 2.1 of any program. Throws NoExchangeFile. */
export function readXliff(text: string): XliffFile {
  const reader = new XliffReader()
  const xml = new XmlPieces(reader)
  xml.write(text)
  xml.end()
  if (!reader.isXliff) throw new NoExchangeFile('no XLIFF')
  const { sourceLanguage, targetLanguage, units } = reader
  return { sourceLanguage, targetLanguage, units, faults: xml.faults }
}

/** Elements of XLIFF 1.2 whose source and target are another unit's, or a suggestion. */
const ASIDE = new Set(['alt-trans', 'bin-unit', 'matches', 'glossary', 'seg-source', 'changeTrack', 'skeleton'])
const FORMATS: Readonly<Record<string, string>> = {
  ...{ italic: 'i', bold: 'b', underlined: 'u' },
  ...{ 'xlf:i': 'i', 'xlf:b': 'b', 'xlf:u': 'u' },
}

interface OpenUnit {
  id: string
  was: string | undefined
  source: string
  target: string | undefined
  comment: string
  /** Codes of its source by id; in XLIFF 2 by `dataRef` too. */
  readonly codes: Map<string, string>
  readonly data: Map<string, string>
}

class XliffReader {
  isXliff = false
  sourceLanguage = ''
  targetLanguage = ''
  readonly units: XliffUnit[] = []
  private unit: OpenUnit | undefined
  /** What the text of the open elements is. */
  private side: 'source' | 'target' | 'note' | 'data' | 'meta' | undefined
  private aside = 0
  private dataId = ''
  /** The open code of XLIFF 1.2: its text is the code. */
  private code: { readonly id: string; readonly attributes: XmlAttributes; text: string; depth: number } | undefined
  /** What an inline element adds at its end. */
  private readonly closing: string[] = []

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'xliff') {
      this.isXliff = true
      this.languages(attributes['srcLang'], attributes['trgLang'])
    } else if (name === 'file') this.languages(attributes['source-language'], attributes['target-language'])
    else if (this.aside > 0 || ASIDE.has(name)) this.aside++
    else if (name === 'trans-unit' || name === 'unit') this.begin(attributes)
    else if (this.unit) this.within(this.unit, name, attributes)
  }

  close(name: string): void {
    if (this.aside > 0) this.aside--
    else if (name === 'trans-unit' || name === 'unit') this.finish()
    else if (this.unit) this.leave(this.unit, name)
  }

  text(text: string): void {
    const { unit, side } = this
    if (!unit || !side || this.aside > 0) return
    if (this.code) this.code.text += text
    else if (side === 'source') unit.source += text
    else if (side === 'target') unit.target = (unit.target ?? '') + text
    else if (side === 'note') unit.comment += text
    else if (side === 'meta') unit.was = (unit.was ?? '') + text
    else unit.data.set(this.dataId, (unit.data.get(this.dataId) ?? '') + text)
  }

  private languages(source: string | undefined, target: string | undefined): void {
    this.sourceLanguage ||= source ?? ''
    this.targetLanguage ||= target ?? ''
  }

  private begin({ id = '', resname, name, extradata }: XmlAttributes): void {
    const was = extradata !== undefined && /^[\da-f]{8}$/.test(extradata) ? extradata : undefined
    const empty = { source: '', target: undefined, comment: '' }
    this.unit = { ...empty, id: resname || name || id, was, codes: new Map(), data: new Map() }
    this.side = undefined
  }

  private finish(): void {
    if (!this.unit) return
    const { id, source, target, was, comment } = this.unit
    this.units.push({ id, source, target: target === '' ? undefined : target, was, comment: comment.trim() })
    this.unit = undefined
    this.side = undefined
    this.code = undefined
  }

  private within(unit: OpenUnit, name: string, attributes: XmlAttributes): void {
    if (this.code) this.code.depth++
    else if (name === 'source' || name === 'target') this.side = name
    else if (name === 'note') this.note(unit, attributes)
    else if (name === 'data') {
      this.side = 'data'
      this.dataId = attributes['id'] ?? ''
      unit.data.set(this.dataId, '')
    } else if (name === 'meta') this.side = attributes['type'] === 'target' ? 'meta' : undefined
    else if (name === 'cp') this.text(characterOf(attributes['hex']))
    else if (this.side === 'source' || this.side === 'target') this.inline(unit, name, attributes)
  }

  private leave(unit: OpenUnit, name: string): void {
    if (this.code && this.code.depth > 0) this.code.depth--
    else if (this.code) this.endCode(unit)
    else if (name === 'source' || name === 'target' || name === 'note' || name === 'data' || name === 'meta')
      this.side = undefined
    else if (name === 'g' || name === 'pc') this.text(this.closing.pop() ?? '')
  }

  /** Notes that were written here say when and how long; the others are comments. */
  private note(unit: OpenUnit, { from, category }: XmlAttributes): void {
    const kind = category ?? from
    this.side = kind === 'time' || kind === 'frame' ? undefined : 'note'
    if (this.side && unit.comment !== '') unit.comment += '\n'
  }

  private inline(unit: OpenUnit, name: string, attributes: XmlAttributes): void {
    const { id = '', ctype, subType } = attributes
    const format = FORMATS[ctype ?? subType ?? '']
    if (name === 'g' || name === 'pc') {
      const start = unit.data.get(attributes['dataRefStart'] ?? '')
      this.closing.push(unit.data.get(attributes['dataRefEnd'] ?? '') ?? (format ? `</${format}>` : ''))
      this.text(start ?? (format ? `<${format}>` : ''))
    } else if (['ph', 'bpt', 'ept', 'it'].includes(name) && attributes['dataRef'] === undefined && !subType)
      this.code = { id, attributes, text: '', depth: 0 }
    else if (['ph', 'sc', 'ec', 'x', 'bx', 'ex'].includes(name)) this.text(this.standalone(unit, attributes))
  }

  /** The text that an empty element stands for. */
  private standalone(unit: OpenUnit, attributes: XmlAttributes): string {
    const { id = '', ctype, subType, dataRef } = attributes
    const data = dataRef === undefined ? undefined : unit.data.get(dataRef)
    const isBreak = ctype === 'lb' || subType === 'xlf:lb'
    const text = data ?? (isBreak ? '\n' : (unit.codes.get(id) ?? ''))
    if (this.side === 'source') unit.codes.set(id, text)
    return text
  }

  private endCode(unit: OpenUnit): void {
    const { id, attributes, text } = this.code!
    this.code = undefined
    const { ctype } = attributes
    const plain = text === '' ? (attributes['equiv-text'] ?? unit.codes.get(id) ?? '') : text
    const meant = ctype === 'lb' ? '\n' : ctype === 'x-control' ? characterOf(text) : plain
    if (this.side === 'source') unit.codes.set(id, meant)
    this.text(meant)
  }
}

const characterOf = (hex: string | undefined): string => {
  const code = Number.parseInt(hex ?? '', 16)
  return code >= 0 && code <= 0x10_ffff ? String.fromCharCode(code) : ''
}
