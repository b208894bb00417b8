import type { Format } from './format.ts'
import { parseMarkup } from './markup.ts'
import type { CodeKind, TextRun, Styled } from './styled.ts'

/** Something that a format can't hold, in `count` cues; `first` is the index of the first one, from 0. */
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
    | 'speaker'
    | 'layout'
  readonly count: number
  readonly first: number
}

/** Counts losses, each kind once per cue. */
export class LossList {
  private readonly byKind = new Map<Loss['kind'], { count: number; first: number; last: number }>()

  add(kind: Loss['kind'], index: number): void {
    const found = this.byKind.get(kind)
    if (!found) this.byKind.set(kind, { count: 1, first: index, last: index })
    else if (found.last !== index) {
      found.count++
      found.last = index
    }
  }

  list(): Loss[] {
    return [...this.byKind].map(([kind, { count, first }]) => ({ kind, count, first }))
  }
}

/** Which foreign code a format can have in its text. */
const keeps: Record<Format, readonly CodeKind[]> = {
  srt: [],
  vtt: ['vtt'],
  ass: ['ass', 'drawing'],
  ssa: ['ass', 'drawing'],
  ttml: [],
}

/** A cue's text for another format: without the code that it can't hold, which is counted as a loss. */
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
