import { type CuePair, pairCues } from '../cue/bilingual.ts'
import { type Cue, makeCue } from '../cue/cue.ts'
import type { ReviewLine } from './review-table.ts'

/** Which of two texts is above. */
export type BilingualOrder = 'source_first' | 'text_first'

/** Merges two versions: both texts in each cue, at the first's times; cues that only the second has are inserted. */
export function bilingualCues(cues: readonly Cue[], source: readonly Cue[], order: BilingualOrder): Cue[] {
  return pairCues(cues, source).map(({ start, end, first, second }, at) => {
    const other = second.map(({ text }) => text).join('\n')
    const texts = order === 'source_first' ? [other, first?.text ?? ''] : [first?.text ?? '', other]
    const cue = makeCue(first?.id ?? `second${at}`, start, end, texts.filter(Boolean).join('\n'))
    return first ? { ...cue, roles: first.roles } : cue
  })
}

/** How such a file was written. `stepMs`: the rounding of its times. */
export interface BilingualLook {
  readonly order: BilingualOrder
  readonly stepMs: number
}

/**
 * The cues of such a file without the source's text, at the version's exact times. If the source was edited, a text of an
 * even number of rows is halved; ambiguous cues get no times and are left alone.
 */
export function bilingualLines(
  file: readonly Cue[],
  cues: readonly Cue[],
  source: readonly Cue[],
  { order, stepMs }: BilingualLook,
): ReviewLine[] {
  const key = (start: number, end: number): string => `${Math.round(start / stepMs)} ${Math.round(end / stepMs)}`
  const pairs = new Map<string, CuePair[]>()
  for (const pair of pairCues(cues, source)) {
    const same = pairs.get(key(pair.start, pair.end))
    if (same) same.push(pair)
    else pairs.set(key(pair.start, pair.end), [pair])
  }
  return file.flatMap(({ start, end, text }) => {
    const pair = pairs.get(key(start, end))?.shift()
    if (!pair) return [{ number: undefined, start, end, source: '', text, comment: '' }]
    if (!pair.first) return []
    const other = pair.second.map((cue) => cue.text).join('\n')
    const own = ownText(text, other, order)
    const times = own === undefined ? { start: undefined, end: undefined } : { start: pair.start, end: pair.end }
    return [{ number: undefined, ...times, source: other, text: own ?? text, comment: '' }]
  })
}

function ownText(text: string, source: string, order: BilingualOrder): string | undefined {
  if (source === '') return text
  if (text === source) return ''
  if (order === 'source_first' && text.startsWith(`${source}\n`)) return text.slice(source.length + 1)
  if (order === 'text_first' && text.endsWith(`\n${source}`)) return text.slice(0, -source.length - 1)
  const rows = text.split('\n')
  if (rows.length % 2 > 0) return undefined
  const half = rows.length / 2
  return (order === 'source_first' ? rows.slice(half) : rows.slice(0, half)).join('\n')
}
