import { SaxesParser } from 'saxes'
import { escapeXml } from '../../subtitle/text/xml-text.ts'

/** A text within an XML element or attribute; what XML can not hold is left out (see `piecesOf`). */
export const xmlText = (text: string): string => escapeXml(text).replaceAll('\n', '&#10;')

export type XmlAttributes = Readonly<Record<string, string>>

/** What is read of a document, in order. Names are without their prefixes. */
export interface XmlContent {
  open(name: string, attributes: XmlAttributes): void
  close(name: string): void
  text(text: string): void
}

/** No exchange file, or one that only a hostile writer makes: too deep, or a text without an end. */
export class NoExchangeFile extends Error {}

const MOST_DEPTH = 100
/** UTF-16 units between two tags. */
const LONGEST_TEXT = 1024 ** 2
/** Faults of a file that is read on. */
const MOST_FAULTS = 1000

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads a document in pieces of any size within bounded memory. Entities of the document are not replaced and no other
 * file is read. Throws NoExchangeFile.
 */
export class XmlPieces {
  /** Places at which the document is not well-formed; the rest is read as far as possible. */
  faults = 0
  private readonly parser = new SaxesParser({ position: false, xmlns: false })
  private depth = 0
  /** Units since the last tag. */
  private waiting = 0
  /** The beginning of an entity at the end of the last piece. */
  private rest = ''
  private hasCdata = false

  constructor(content: XmlContent) {
    const { parser } = this
    parser.on('error', () => {
      if (++this.faults > MOST_FAULTS) throw new NoExchangeFile('not well-formed')
    })
    parser.on('opentag', ({ name, attributes }) => {
      this.waiting = 0
      if (++this.depth > MOST_DEPTH) throw new NoExchangeFile('too deep')
      content.open(localName(name), attributes)
    })
    parser.on('closetag', ({ name }) => {
      this.waiting = 0
      this.depth--
      content.close(localName(name))
    })
    parser.on('text', (text) => content.text(text))
    parser.on('cdata', (text) => content.text(text))
  }

  write(piece: string): void {
    for (let from = 0; from < piece.length; from += STEP) {
      const part = this.repaired(this.rest + piece.slice(from, from + STEP))
      this.waiting += part.length
      this.parser.write(part)
      if (this.waiting > LONGEST_TEXT) throw new NoExchangeFile('a text without an end')
    }
  }

  end(): void {
    this.parser.write(this.rest.replaceAll('&', '&amp;')).close()
  }

  /** An ampersand that begins no entity is one: the parser would read to the next semicolon. */
  private repaired(part: string): string {
    this.rest = /&[\w#]{0,30}$/.exec(part)?.[0] ?? ''
    const whole = this.rest === '' ? part : part.slice(0, -this.rest.length)
    this.hasCdata ||= whole.includes('<![CDATA[')
    if (this.hasCdata) return whole
    return whole.replace(/&(?!#?\w{1,30};)/g, () => {
      this.faults++
      return '&amp;'
    })
  }
}

const STEP = 65_536
