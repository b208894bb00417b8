import type { Cue } from '../cue/cue.ts'
import type { Format } from './format.ts'
import { parseMarkup } from '../text/markup.ts'
import { holdings } from './holdings.ts'
import { type CodeKind, plainStyle, type Styled, type TextRun, TextRunList, type TextStyle } from '../text/styled.ts'

/** A loss of a format in `count` cues; `first` is the index of the first one, from 0. */
export interface Loss {
  readonly kind:
    | 'colour'
    | 'strike'
    | 'position'
    | 'ass_override'
    | 'ass_comment'
    | 'drawing'
    | 'karaoke'
    | 'voice'
    | 'tag'
    | 'times_rounded'
    /** To frames. */
    | 'times_frames'
    /** Captions take time to send: some are late. */
    | 'times_late'
    /** Italics, bold, underline. */
    | 'emphasis'
    /** Letters without a code in the format. */
    | 'letters'
    /** Rows broken differently, or joined. */
    | 'rows'
    /** Text that did not fit. */
    | 'text_cut'
    /** The end of a cue that overlaps the next. */
    | 'overlap'
    /** Cues sorted by time. */
    | 'order'
    /** Dropped cues without displayable text. */
    | 'empty_line'
    | 'speaker'
    | 'layout'
  readonly count: number
  readonly first: number
}

/** Counts losses, each kind once per cue. */
export class LossList {
  private readonly byKind = new Map<Loss['kind'], { count: number; first: number; seen: Set<number> }>()

  add(kind: Loss['kind'], index: number): void {
    const found = this.byKind.get(kind)
    if (!found) this.byKind.set(kind, { count: 1, first: index, seen: new Set([index]) })
    else if (!found.seen.has(index)) {
      found.seen.add(index)
      found.count++
      found.first = Math.min(found.first, index)
    }
  }

  /** Losses of a part of a file, with the index of its first cue. */
  addAll(losses: readonly Loss[], from: number): void {
    for (const { kind, count, first } of losses) {
      const found = this.byKind.get(kind)
      if (found) found.count += count
      else this.byKind.set(kind, { count, first: from + first, seen: new Set() })
    }
  }

  list(): Loss[] {
    return [...this.byKind].map(([kind, { count, first }]) => ({ kind, count, first }))
  }
}

/** Cues by start with their original index, for formats with times only; counts unsorted ones. */
export function inTimeOrder(cues: readonly Cue[], losses: LossList): [number, Cue][] {
  let latest = 0
  for (const [index, { start }] of cues.entries()) {
    if (start < latest) losses.add('order', index)
    latest = Math.max(latest, start)
  }
  return [...cues.entries()].sort(([, a], [, b]) => a.start - b.start)
}

const styleLoss: Record<keyof TextStyle, Loss['kind']> = {
  italic: 'emphasis',
  bold: 'emphasis',
  underline: 'emphasis',
  strike: 'strike',
  color: 'colour',
}

/** A cue's text for a format with few styles and positions; unsupported ones count as losses. */
export function heldText(text: string, format: Format, index: number, losses: LossList): Styled {
  const { runs, align } = convertText(text, format, index, losses)
  const { styles, places } = holdings[format]
  const list = new TextRunList()
  for (const run of runs) {
    if (run.kind !== 'text') continue
    const style: Record<keyof TextStyle, TextStyle[keyof TextStyle]> = { ...plainStyle }
    for (const property of styleNames) {
      if (styles.includes(property)) style[property] = run.style[property]
      else if (run.style[property] && run.text.trim() !== '') losses.add(styleLoss[property], index)
    }
    list.style = style as TextStyle
    list.text(run.text)
  }
  const held = places === 'none' ? undefined : align
  if (align !== undefined && align !== 2 && held === undefined) losses.add('position', index)
  return { runs: list.runs, align: held }
}

const styleNames = Object.keys(styleLoss) as (keyof TextStyle)[]

/** Which foreign codes a format may have in its text. */
const keeps: Record<Format, readonly CodeKind[]> = {
  srt: [],
  vtt: ['vtt'],
  ass: ['ass', 'drawing'],
  ssa: ['ass', 'drawing'],
  ttml: [],
  stl: [],
  scc: [],
  mcc: [],
  sub: [],
  lrc: [],
  sbv: [],
  smi: [],
  words: [],
}

/** A cue's text for another format, without unsupported code, which counts as a loss. */
export function convertText(text: string, format: Format, index: number, losses: LossList): Styled {
  const styled = parseMarkup(text)
  const kept = keeps[format]
  const runs: TextRun[] = []
  for (const run of styled.runs) {
    if (run.kind === 'text' || kept.includes(run.of)) runs.push(run)
    else losses.add(lossKind(run.of, run.code), index)
  }
  return { ...styled, runs }
}

function lossKind(of: CodeKind, code: string): Loss['kind'] {
  if (of === 'drawing') return 'drawing'
  if (of === 'vtt') return /^<\/?v[\s.>]/i.test(code) ? 'voice' : 'tag'
  if (!code.includes('\\')) return 'ass_comment'
  return /\\k/i.test(code) ? 'karaoke' : /\\(?:pos|move|org|i?clip)/.test(code) ? 'position' : 'ass_override'
}
