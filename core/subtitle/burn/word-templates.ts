import { type BurnStyle, usualBurnStyle, type WordLook } from './burn-style.ts'

/** Looks for short videos' captions with an active word. */
export const wordTemplateIds = ['colored', 'growing', 'boxed', 'single', 'calm', 'large'] as const
export type WordTemplate = (typeof wordTemplateIds)[number]

const YELLOW = '#ffd83d'
const GREEN = '#4be37a'

const word = (look: Partial<WordLook>): WordLook => ({
  effect: 'color',
  color: YELLOW,
  box: '#6d3bf5',
  scale: 120,
  ...look,
})
const style = (change: Partial<BurnStyle>, look: Partial<WordLook>): BurnStyle => ({
  ...usualBurnStyle,
  size: 8,
  bold: true,
  outline: { width: 10, color: '#101010' },
  margin: { x: 8, y: 12 },
  ...change,
  words: word(look),
})

/** The whole style of each. */
export const wordTemplates: Readonly<Record<WordTemplate, BurnStyle>> = {
  colored: style({}, {}),
  growing: style({}, { effect: 'pop', color: GREEN }),
  boxed: style({}, { effect: 'box', color: '#ffffff' }),
  single: style({ size: 13, align: 5 }, { effect: 'single' }),
  calm: style({ size: 7, bold: false, edge: 'box', box: { color: '#000000', opacity: 70 } }, { color: '#7cc8ff' }),
  large: style({ size: 11, align: 5 }, { effect: 'pop', scale: 125 }),
}

/** The template of a style; undefined for a custom one. */
export function templateOf(style: BurnStyle): WordTemplate | undefined {
  return wordTemplateIds.find((id) => isSame(wordTemplates[id], style))
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isSame(a[key as keyof typeof a], b[key as keyof typeof b]))
}
