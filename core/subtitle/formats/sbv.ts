import { heldText, type LossList } from './convert.ts'
import { type Cue, makeCue, type NewId } from '../cue/cue.ts'
import type { CueExtras, SubtitleFile } from './format.ts'
import { numberedLines } from '../text/lines.ts'
import { writeMarkup } from '../text/markup.ts'
import type { Problem } from '../text/problem.ts'
import { plainStyle, textOfRuns } from '../text/styled.ts'
import { formatTimecode, parseTimecode } from '../text/timecode.ts'

const TIMES = /^\s*((?:\d+:)?\d+:\d\d\.\d{1,3})\s*,\s*((?:\d+:)?\d+:\d\d\.\d{1,3})\s*$/

/** A text without styles in the app's markup: apparent tags are escaped. */
export function plainMarkup(text: string): string {
  return writeMarkup({ runs: [{ kind: 'text', text, style: plainStyle }], align: undefined })
}

/** Reads SBV, YouTube's format: `0:00:01.000,0:00:02.000` above the text; `[br]` is a row break too. */
export function readSbv(source: string, newId: NewId): SubtitleFile {
  const cues: Cue[] = []
  const problems: Problem[] = []
  let times: { start: number; end: number } | undefined
  let rows: string[] = []
  const close = (): void => {
    if (!times) return
    const text = plainMarkup(rows.join('\n').replaceAll('[br]', '\n').trim())
    cues.push(makeCue(newId(), times.start, times.end, text))
    rows = []
  }
  for (const [number, line] of numberedLines(source.replace(/^\uFEFF/, ''))) {
    const match = TIMES.exec(line)
    if (match) {
      close()
      times = { start: parseTimecode(match[1] ?? '') ?? 0, end: parseTimecode(match[2] ?? '') ?? 0 }
    } else if (times) rows.push(line)
    else if (line.trim() !== '') problems.push({ line: number, kind: 'text_outside_cue', text: line })
  }
  close()
  const extras = { format: 'sbv', head: '', before: new Map(), tail: '', cues: new Map<string, CueExtras>() } as const
  return { format: 'sbv', cues, problems, extras, speakers: new Map() }
}

/** SBV of cues. Blank rows within a text are dropped: they would end it. */
export function writeSbv(cues: readonly Cue[], losses: LossList): string {
  const parts = cues.map((cue, index) => {
    const { runs } = heldText(cue.text, 'sbv', index, losses)
    const text = textOfRuns(runs)
      .replace(/\n(?:[ \t]*\n)+/g, '\n')
      .trim()
    return `${stamp(cue.start)},${stamp(cue.end)}\n${text}\n`
  })
  return parts.join('\n')
}

const stamp = (ms: number): string => formatTimecode(ms, '.').replace(/^0(?=\d:)/, '')
