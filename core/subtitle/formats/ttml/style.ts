import { hexOf } from '../../text/colors.ts'
import { plainStyle, type TextStyle } from '../../text/styled.ts'

/** Attributes by local name: files use many prefixes for the style namespace, or none. */
export type Attributes = ReadonlyMap<string, string>

/** The supported style attributes. */
const PROPERTIES = ['fontStyle', 'fontWeight', 'textDecoration', 'color', 'displayAlign', 'origin', 'extent'] as const

/** Values of the supported style attributes. */
export type StyleValues = Readonly<Partial<Record<(typeof PROPERTIES)[number], string>>>

const NO_VALUES: StyleValues = {}

function valuesOf(attributes: Attributes): StyleValues {
  const found = PROPERTIES.filter((name) => attributes.has(name))
  return found.length ? Object.fromEntries(found.map((name) => [name, attributes.get(name)])) : NO_VALUES
}

interface Named {
  readonly values: StyleValues
  readonly references: string | undefined
}

/** Limits of style references: depth, and number per element. */
const DEEPEST = 16
const MOST = 64

/** Named styles and regions of a document's head. */
export class TtmlStyles {
  private readonly styles = new Map<string, Named>()
  private readonly regions = new Map<string, Named>()
  private readonly resolved = new Map<string, StyleValues>()
  private readonly places = new Map<string, number | undefined>()
  private extentHeight: number | undefined

  addStyle(attributes: Attributes): void {
    this.add(this.styles, attributes)
  }

  addRegion(attributes: Attributes): void {
    this.add(this.regions, attributes)
  }

  private add(to: Map<string, Named>, attributes: Attributes): void {
    const id = attributes.get('id')
    if (id !== undefined) to.set(id, { values: valuesOf(attributes), references: attributes.get('style') })
  }

  /** A style element inside a region adds to it. */
  extendRegion(id: string, attributes: Attributes): void {
    const region = this.regions.get(id)
    if (!region) return
    const references = [region.references, attributes.get('style')].filter(Boolean).join(' ').slice(0, 4096)
    this.regions.set(id, { values: { ...valuesOf(attributes), ...region.values }, references: references || undefined })
  }

  /** `tts:extent` of the document in pixels, for regions in pixels. */
  setExtent(extent: string | undefined): void {
    const height = /^\s*\d+(?:\.\d+)?px\s+(\d+(?:\.\d+)?)px/.exec(extent ?? '')?.[1]
    this.extentHeight = height === undefined ? undefined : Number(height)
  }

  /** The element's attributes over those of referenced styles, later references over earlier ones. */
  resolve(attributes: Attributes): StyleValues {
    return this.merged({ values: valuesOf(attributes), references: attributes.get('style') }, 0)
  }

  private merged({ values, references }: Named, depth: number): StyleValues {
    if (!references || depth > DEEPEST) return values
    const ids = references.slice(0, 4096).trim().split(/\s+/).slice(0, MOST)
    return Object.assign({}, ...ids.map((id) => this.style(id, depth + 1)), values)
  }

  /** A named style with its references, resolved once, so that mutual references stay cheap. */
  private style(id: string, depth: number): StyleValues {
    const known = this.resolved.get(id)
    const style = this.styles.get(id)
    if (known || !style) return known ?? NO_VALUES
    this.resolved.set(id, style.values)
    const values = this.merged(style, depth)
    this.resolved.set(id, values)
    return values
  }

  /** A region's vertical position: 8 top, 5 middle, undefined bottom. */
  alignOf(regionId: string | undefined): number | undefined {
    if (regionId === undefined) return undefined
    if (!this.places.has(regionId)) this.places.set(regionId, this.placeOf(regionId))
    return this.places.get(regionId)
  }

  /** The head's first region with this position. */
  regionAt(align: number | undefined): string | undefined {
    for (const id of this.regions.keys()) if (this.alignOf(id) === align) return id
    return undefined
  }

  hasRegion(id: string): boolean {
    return this.regions.has(id)
  }

  private placeOf(regionId: string): number | undefined {
    const found = this.regions.get(regionId)
    if (!found) return undefined
    const { displayAlign: display, origin, extent } = this.merged(found, 0)
    const top = this.percentY(origin)
    if (top === undefined) return display === 'before' ? 8 : display === 'center' ? 5 : undefined
    const height = this.percentY(extent) ?? 100 - top
    const place = display === 'after' ? top + height : display === 'center' ? top + height / 2 : top
    return place < 34 ? 8 : place < 60 ? 5 : undefined
  }

  private percentY(pair: string | undefined): number | undefined {
    const match = /^\s*[+-]?[\d.]+(?:%|px|c)\s+([+-]?\d+(?:\.\d+)?)(%|px)/.exec(pair ?? '')
    if (!match) return undefined
    if (match[2] === '%') return Number(match[1])
    return this.extentHeight ? (Number(match[1]) / this.extentHeight) * 100 : undefined
  }
}

/** The style inside an element, from its parent's and its resolved attributes. */
export function innerStyle(outer: TextStyle, values: StyleValues): TextStyle {
  const { fontStyle, fontWeight, textDecoration: decoration = '', color } = values
  if (values === NO_VALUES) return outer
  const style: TextStyle = {
    italic: fontStyle === undefined ? outer.italic : fontStyle === 'italic' || fontStyle === 'oblique',
    bold: fontWeight === undefined ? outer.bold : fontWeight === 'bold',
    underline: flag(decoration, 'underline', outer.underline),
    strike: flag(decoration, 'lineThrough', outer.strike),
    color: color === undefined ? outer.color : ttmlColor(color),
  }
  return style
}

function flag(decoration: string, name: string, outer: boolean): boolean {
  const words = decoration.toLowerCase().split(/\s+/)
  if (words.includes(name.toLowerCase())) return true
  return words.includes('none') || words.includes(`no${name.toLowerCase()}`) ? false : outer
}

/** `#rrggbb` of a TTML colour; white is the default and counts as none. */
function ttmlColor(color: string): string | undefined {
  const text = color.trim().toLowerCase()
  const hex = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(text)
  const rgb = /^rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/.exec(text)
  const found = hex
    ? `#${hex[1]}`
    : rgb
      ? `#${rgb
          .slice(1, 4)
          .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
          .join('')}`
      : (hexOf(text) ?? plainStyle.color)
  return found === '#ffffff' ? undefined : found
}
