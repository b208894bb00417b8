import type { PictureRegion } from '../../domain/picture-region.ts'
import type { FontFamily } from '../text/fonts.ts'

/** Behind the letters: an outline, or a box. */
export const edgeKinds = ['outline', 'box'] as const

/** Position of the second of two versions, relative to the first. */
export const secondPlaces = ['below', 'above'] as const

/** How the active word is marked: colour, also size or box, or by hiding the others. */
export const wordEffects = ['color', 'pop', 'box', 'single'] as const

/** Look of the active word. */
export interface WordLook {
  readonly effect: (typeof wordEffects)[number]
  /** Of its letters. */
  readonly color: string
  /** Of the box behind it. */
  readonly box: string
  /** Its size, in percent. */
  readonly scale: number
}

/** How a version's subtitles look in the picture. Sizes are shares of it, for any resolution. */
export interface BurnStyle {
  readonly font: FontFamily
  /** Row height in percent of the picture's shorter side. */
  readonly size: number
  readonly bold: boolean
  /** `#rrggbb`, as all colours here. */
  readonly color: string
  readonly edge: (typeof edgeKinds)[number]
  /** Outline; its width is in percent of the size. */
  readonly outline: { readonly width: number; readonly color: string }
  /** Depth of the shadow in percent of the size. */
  readonly shadow: number
  /** Box behind letters; its opacity is in percent. */
  readonly box: { readonly color: string; readonly opacity: number }
  /** Position as on a numeric keypad: 2 bottom, 8 top. */
  readonly align: number
  /** Margins to the sides, and to the nearer edge above or below, in percent of the picture's height. */
  readonly margin: { readonly x: number; readonly y: number }
  /** Look of the active word; left out if it is like the others. */
  readonly words?: WordLook | undefined
}

/** Limits and step of each number. */
export const burnStyleRanges = {
  size: { min: 2, max: 20, step: 0.5 },
  outline: { min: 0, max: 20, step: 1 },
  shadow: { min: 0, max: 20, step: 1 },
  opacity: { min: 0, max: 100, step: 5 },
  align: { min: 1, max: 9, step: 1 },
  marginX: { min: 0, max: 40, step: 1 },
  marginY: { min: 0, max: 90, step: 0.5 },
  scale: { min: 100, max: 150, step: 5 },
} as const

/** White letters with a dark outline, a fourteenth of the picture high, as in broadcasts. */
export const usualBurnStyle: BurnStyle = {
  font: 'Noto Sans',
  size: 7,
  bold: false,
  color: '#ffffff',
  edge: 'outline',
  outline: { width: 7, color: '#101010' },
  shadow: 0,
  box: { color: '#000000', opacity: 60 },
  align: 2,
  margin: { x: 5, y: 5 },
}

/** The same style at the top or the bottom of the picture. */
export function atEdge(style: BurnStyle, edge: 'top' | 'bottom'): BurnStyle {
  const column = (style.align - 1) % 3
  return { ...style, align: (edge === 'top' ? 7 : 1) + column }
}

/** Distance between text in the picture and new rows, in percent of the height. */
const CLEAR_PERCENT = 1.5
/** Largest extent of text in the picture from the edge; beyond it rows go to the other edge. */
const MOST_REACH = 45

/** The style with rows placed clear of text in the picture: beside it, or at the other edge if it is large. */
export function clearOf(style: BurnStyle, { y, height }: PictureRegion): BurnStyle {
  const isBelow = y + height / 2 >= 0.5
  const isBottom = style.align <= 3
  if ((style.align >= 4 && style.align <= 6) || isBottom !== isBelow) return style
  const reach = 100 * (isBelow ? 1 - y : y + height)
  if (reach > MOST_REACH) return atEdge(style, isBottom ? 'top' : 'bottom')
  return { ...style, margin: { ...style.margin, y: Math.max(style.margin.y, Math.ceil(reach + CLEAR_PERCENT)) } }
}
