import type { LanguageCode } from '../domain/languages.ts'
import { type DubLine, dubLines, type KnownSpeakers } from './dub-lines.ts'
import { type FitLine, type FitRow, planFit, replanFit } from './fit-plan.ts'
import { speechLength } from './speech-length.ts'
import type { Cue } from '../subtitle/cue/cue.ts'

/** Where the voices of a dub would lie, before anything is spoken. */
export interface DubDraft {
  readonly lines: readonly FitLine[]
  /** Their words, in the same order. */
  readonly spoken: readonly DubLine[]
  /** One for each line, in the same order. */
  readonly rows: readonly FitRow[]
  /** Cues whose duration is known instead of estimated. */
  readonly heard: ReadonlySet<string>
}

/** What decides how a line is spoken. */
export type SaidLine = Pick<DubLine, 'cueId' | 'speaker' | 'text'>

export interface DraftOptions {
  readonly language: LanguageCode
  /** Duration of the video in milliseconds. */
  readonly mediaMs: number
  readonly known?: Partial<KnownSpeakers>
  /** A line's text as its voice speaks it, and how fast, 1 being usual. */
  readonly wayOf?: (line: SaidLine) => { readonly text: string; readonly speed: number }
  /** Known duration of a line's speech in milliseconds. */
  readonly lengthOf?: (line: SaidLine) => number | undefined
}

/**
 * The plan of a dub by the rules of the task, with estimated durations of speech; after `before` only the neighbours of
 * changed lines are placed again.
 */
export function draftDub(cues: readonly Cue[], options: DraftOptions, before?: DubDraft): DubDraft {
  const { mediaMs, known, lengthOf, wayOf } = options
  const heard = new Set<string>()
  const spoken = dubLines(cues, true, known)
  const lines = spoken.map((line) => {
    const ms = lengthOf?.(line)
    if (ms !== undefined) heard.add(line.cueId)
    const { text, speed } = wayOf?.(line) ?? { text: line.text, speed: 1 }
    return fitLine(line, ms ?? speechLength(text, options.language) / speed)
  })
  if (!before) return { lines, spoken, heard, rows: planFit(lines, { mediaMs }) }
  const earlier = new Map(before.lines.map((line) => [line.id, line]))
  const changed = new Set(lines.filter((line) => !isSame(line, earlier.get(line.id))).map(({ id }) => id))
  // A line that went leaves room for those beside it.
  const ids = new Set(lines.map(({ id }) => id))
  for (const [at, { id, start }] of before.lines.entries()) {
    if (ids.has(id)) continue
    const near = lines.findLast((line) => line.start <= start) ?? lines[at]
    if (near) changed.add(near.id)
  }
  return { lines, spoken, heard, rows: replanFit(lines, before.rows, changed, { mediaMs }) }
}

function fitLine({ id, speaker, start, end }: DubLine, speechMs: number): FitLine {
  return { id, speaker, start, end, speechMs: Math.max(1, Math.ceil(speechMs)) }
}

function isSame(line: FitLine, earlier: FitLine | undefined): boolean {
  return (
    earlier !== undefined &&
    line.start === earlier.start &&
    line.end === earlier.end &&
    line.speaker === earlier.speaker &&
    line.speechMs === earlier.speechMs
  )
}
