import type { LossList } from '../convert.ts'
import type { TtmlDocument, TtmlElement } from './document.ts'
import { stylingOf } from './inline.ts'
import { attributeOf, opened, withAttribute } from './tag.ts'

/** The replaced part of a document's text. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

type Row = 8 | 5 | undefined

/** The vertical position on the numeric keypad: 8 top, 5 middle, undefined bottom. */
function rowOf(align = 2): Row {
  return align > 6 ? 8 : align > 3 ? 5 : undefined
}

/** Regions for cues' positions: the document's, and those to add. */
export class RegionTable {
  private readonly document: TtmlDocument
  private readonly added = new Map<Row, string>()

  constructor(document: TtmlDocument) {
    this.document = document
  }

  /** The start tag of an element with a matching region; a matching one stays. */
  placed(tag: string, element: TtmlElement, align: number | undefined, index: number, losses: LossList): string {
    // Regions are top, middle and bottom only.
    if (align !== undefined && align % 3 !== 2) losses.add('position', index)
    const { styles } = this.document
    const row = rowOf(align)
    const around = element.parent?.region
    if (styles.alignOf(attributeOf(tag, 'region') ?? around) === row) return tag
    if (styles.alignOf(around) === row) return withAttribute(tag, 'region', undefined)
    return withAttribute(tag, 'region', styles.regionAt(row) ?? this.add(row))
  }

  private add(row: Row): string {
    const known = this.added.get(row)
    if (known) return known
    const name = row === 8 ? 'top' : row === 5 ? 'middle' : 'bottom'
    let id = name
    for (let count = 2; this.document.text.includes(`"${id}"`) || this.document.text.includes(`'${id}'`); count++) {
      id = `${name}${count}`
    }
    this.added.set(row, id)
    return id
  }

  /** Additions to the head. */
  edits(): Edit[] {
    if (this.added.size === 0) return []
    const { places, text, namespace } = this.document
    const [root, head, styling, layout] = ['tt', 'head', 'styling', 'layout'].map((kind) => places.get(kind))
    if (!root) return []
    const prefix = root.name.slice(0, -'tt'.length)
    const near = layout ?? head ?? root
    const style = near.stylePrefix ?? 'tts'
    const declared = near.stylePrefix === undefined ? ` xmlns:tts="${stylingOf(namespace)}"` : ''
    const regions = [...this.added].map(([row, id]) => {
      const display = row === 8 ? 'before' : row === 5 ? 'center' : 'after'
      return `<${prefix}region xml:id="${id}"${declared} ${style}:displayAlign="${display}" ${style}:extent="80% 80%" ${style}:origin="10% 10%"/>`
    })
    const inner = regions.join('')
    if (layout) return [intoElement(text, layout, inner)]
    const made = `<${prefix}layout>${inner}</${prefix}layout>`
    if (styling) return [{ from: styling.to, to: styling.to, text: made }]
    if (head) return [intoElement(text, head, made)]
    return [{ from: root.innerFrom, to: root.innerFrom, text: `<${prefix}head>${made}</${prefix}head>` }]
  }
}

/** Appends to an element, also an empty one. */
function intoElement(source: string, { name, from, innerFrom, innerTo, to }: TtmlElement, text: string): Edit {
  const tag = source.slice(from, innerFrom)
  if (!tag.endsWith('/>')) return { from: innerTo, to: innerTo, text }
  return { from, to, text: `${opened(tag)}${text}</${name}>` }
}
