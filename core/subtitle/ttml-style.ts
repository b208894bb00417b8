import { hexOf } from './colors.ts'
import { plainStyle, type TextStyle } from './styled.ts'

/** Attributes by local name: files write the style namespace with many prefixes, some with none. */
export type Attributes = ReadonlyMap<string, string>

/** Named styles and regions of a document's head. */
export class TtmlStyles {
  private readonly styles = new Map<string, Attributes>()
  private readonly regions = new Map<string, Attributes>()
  private extentHeight: number | undefined

  addStyle(attributes: Attributes): void {
    const id = attributes.get('id')
    if (id !== undefined) this.styles.set(id, attributes)
  }

  addRegion(attributes: Attributes): void {
    const id = attributes.get('id')
    if (id !== undefined) this.regions.set(id, attributes)
  }

  /** A style element inside a region says more about that region. */
  extendRegion(id: string, attributes: Attributes): void {
    const region = this.regions.get(id)
    if (region) this.regions.set(id, new Map([...attributes, ...region]))
  }

  /** `tts:extent` of the document in pixels, for regions that are given in pixels. */
  setExtent(extent: string | undefined): void {
    const height = /^\s*\d+(?:\.\d+)?px\s+(\d+(?:\.\d+)?)px/.exec(extent ?? '')?.[1]
    this.extentHeight = height === undefined ? undefined : Number(height)
  }

  /** The element's own attributes over those of the styles it refers to, later references over earlier ones. */
  resolve(attributes: Attributes, depth = 0): Attributes {
    const references = attributes.get('style')?.trim()
    if (!references || depth > 16) return attributes
    const out = new Map<string, string>()
    for (const id of references.split(/\s+/).slice(0, 64)) {
      const style = this.styles.get(id)
      if (style) for (const [name, value] of this.resolve(style, depth + 1)) out.set(name, value)
    }
    for (const [name, value] of attributes) out.set(name, value)
    return out
  }

  /** Where a region puts its text: 8 top, 5 middle, undefined bottom. */
  alignOf(regionId: string | undefined): number | undefined {
    const found = regionId === undefined ? undefined : this.regions.get(regionId)
    if (!found) return undefined
    const region = this.resolve(found)
    const display = region.get('displayAlign')
    const top = this.percentY(region.get('origin'))
    if (top === undefined) return display === 'before' ? 8 : display === 'center' ? 5 : undefined
    const height = this.percentY(region.get('extent')) ?? 100 - top
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

/** The style that holds inside an element, from the one around it and the element's resolved attributes. */
export function innerStyle(outer: TextStyle, attributes: Attributes): TextStyle {
  const slant = attributes.get('fontStyle')
  const weight = attributes.get('fontWeight')
  const decoration = attributes.get('textDecoration') ?? ''
  const color = attributes.get('color')
  const style: TextStyle = {
    italic: slant === undefined ? outer.italic : slant === 'italic' || slant === 'oblique',
    bold: weight === undefined ? outer.bold : weight === 'bold',
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

/** `#rrggbb` of a TTML colour; white is what subtitles are without being told, so it counts as none. */
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
