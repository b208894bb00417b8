import type { TextStyle } from './styled.ts'

/** The content of an override block: the resulting style, the alignment, and ASS-only tags as a block. */
export interface AssBlock {
  readonly style: TextStyle
  readonly align: number | undefined
  readonly drawing: boolean | undefined
  readonly rest: string
}

/** Maps SubStation's alignment numbers to the numeric keypad's. */
export const ssaAlign: Record<number, number> = { 1: 1, 2: 2, 3: 3, 5: 7, 6: 8, 7: 9, 9: 4, 10: 5, 11: 6 }

/** Reads one `{...}` block. Text without a backslash is a comment and comes back whole in `rest`. */
export function takeAssBlock(block: string, before: TextStyle, base: TextStyle): AssBlock {
  const inner = block.slice(1, -1)
  if (!inner.includes('\\')) return { style: before, align: undefined, drawing: undefined, rest: block }
  let style = before
  let align: number | undefined
  let drawing: boolean | undefined
  let rest = ''
  for (const tag of splitTags(inner)) {
    const toggled = toggle(tag, style, base)
    const placed = placement(tag)
    if (toggled) style = toggled
    else if (placed) align ??= placed
    else rest += tag
    if (/^\\p\d/.test(tag)) drawing = tag[2] !== '0'
  }
  return { style, align, drawing, rest: rest ? `{${rest}}` : '' }
}

/** `\i1\t(0,500,\fs20)` → `\i1`, `\t(0,500,\fs20)`: a backslash inside brackets belongs to the outer tag. */
export function splitTags(inner: string): string[] {
  const tags: string[] = []
  let from = 0
  let depth = 0
  for (let i = 0; i < inner.length; i++) {
    const char = inner[i]
    if (char === '(') depth++
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (char === '\\' && depth === 0 && i > from) {
      tags.push(inner.slice(from, i))
      from = i
    }
  }
  tags.push(inner.slice(from))
  return tags
}

const letters: Record<string, 'italic' | 'bold' | 'underline' | 'strike'> = {
  i: 'italic',
  b: 'bold',
  u: 'underline',
  s: 'strike',
}

function toggle(tag: string, style: TextStyle, base: TextStyle): TextStyle | undefined {
  const [, letter = '', digits = ''] = /^\\([ibus])(\d*)\s*$/.exec(tag) ?? []
  const property = letters[letter]
  if (property) return { ...style, [property]: digits === '' ? base[property] : Number(digits) !== 0 }
  const color = /^\\1?c(?:&?H?([0-9a-f]{1,8})&?)?\s*$/i.exec(tag)
  if (color) return { ...style, color: color[1] === undefined ? base.color : fromAssColor(color[1]) }
  return /^\\r\s*$/.test(tag) ? base : undefined
}

function placement(tag: string): number | undefined {
  const keypad = /^\\an([1-9])\s*$/.exec(tag)
  if (keypad) return Number(keypad[1])
  const legacy = /^\\a(\d{1,2})\s*$/.exec(tag)
  return legacy ? ssaAlign[Number(legacy[1])] : undefined
}

/** `#rrggbb` of ASS's hexadecimal colour in the order `BBGGRR`. */
export function fromAssColor(hex: string): string {
  const digits = hex.padStart(6, '0').slice(-6).toLowerCase()
  return `#${digits.slice(4, 6)}${digits.slice(2, 4)}${digits.slice(0, 2)}`
}

/** ASS's colour, blue first, of `#rrggbb`. */
export function toAssColor(rgb: string): string {
  return `&H${rgb.slice(5, 7)}${rgb.slice(3, 5)}${rgb.slice(1, 3)}&`.toUpperCase()
}
