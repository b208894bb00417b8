import type { PictureRegion } from '../domain/picture-region.ts'
import type { FontFamily } from './fonts.ts'

/** What stands behind the letters: a line around them, or a box. */
export const edgeKinds = ['outline', 'box'] as const

/** Where the second of two versions stands, seen from the first. */
export const secondPlaces = ['below', 'above'] as const

/** What marks the word that is said: its colour, also larger or with a box behind it, or no other word being there. */
export const wordEffects = ['color', 'pop', 'box', 'single'] as const

/** How the word that is said looks. */
export interface WordLook {
  readonly effect: (typeof wordEffects)[number]
  /** Of its letters. */
  readonly color: string
  /** Of the box behind it. */
  readonly box: string
  /** How large it becomes, in percent. */
  readonly scale: number
}

/** How the subtitles of one version look in the picture. Sizes are shares of it, so that they hold at any resolution. */
export interface BurnStyle {
  readonly font: FontFamily
  /** Height of a row in percent of the picture's shorter side. */
  readonly size: number
  readonly bold: boolean
  /** `#rrggbb`, as all colours here. */
  readonly color: string
  readonly edge: (typeof edgeKinds)[number]
  /** The line around letters; its width is in percent of the size. */
  readonly outline: { readonly width: number; readonly color: string }
  /** Depth of the shadow in percent of the size. */
  readonly shadow: number
  /** The box behind letters; how much it hides of the picture is in percent. */
  readonly box: { readonly color: string; readonly opacity: number }
  /** Place as on a numeric keypad: 2 bottom, 8 top. */
  readonly align: number
  /** Room to the sides, and to the nearer edge above or below, in percent of the picture's height. */
  readonly margin: { readonly x: number; readonly y: number }
  /** How the word looks that is said; left out where it looks as the others. */
  readonly words?: WordLook | undefined
}

/** Least and greatest value of each number, and the step in which it is set. */
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

/** White letters with a dark line, a fourteenth of the picture high, as broadcasters set them. */
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

/** Room between text in the picture and new rows, in percent of the height. */
const CLEAR_PERCENT = 1.5
/** Text in the picture may reach so far from the edge; rows beyond it would stand in the middle, and go to the other edge. */
const MOST_REACH = 45

/** The style with rows that keep clear of text in the picture: beside it, or at the other edge where it reaches far. */
export function clearOf(style: BurnStyle, { y, height }: PictureRegion): BurnStyle {
  const isBelow = y + height / 2 >= 0.5
  const isBottom = style.align <= 3
  if ((style.align >= 4 && style.align <= 6) || isBottom !== isBelow) return style
  const reach = 100 * (isBelow ? 1 - y : y + height)
  if (reach > MOST_REACH) return atEdge(style, isBottom ? 'top' : 'bottom')
  return { ...style, margin: { ...style.margin, y: Math.max(style.margin.y, Math.ceil(reach + CLEAR_PERCENT)) } }
}
