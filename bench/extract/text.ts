/** How cues are read from the picture: exactness, losses, doubles, passes and speed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textLines, textOf } from '#core/media/text-lines.ts'
import { align, likeness } from '#core/subtitle/text/align.ts'
import type { EngineRegistry } from '#server/engines/registry.ts'
import { probeMedia } from '#server/engines/probe.ts'
import { findText } from '#server/tasks/picture-text/find-text.ts'
import { readText } from '#server/tasks/picture-text/read-text.ts'
import { number, percentile } from '../table.ts'
import type { Clip } from './clips.ts'
import { runWithout } from '#tests/support/run-without.ts'
import { processorSeconds } from './run.ts'

export const textHead = [
  ...['clip', 'lines', 'exact', 'lost', 'doubled or invented', 'recognitions a line', 'times real time'],
  ...['edge off by, median', 'p95', 'processor s a minute', 'of it outside of engines and ffmpeg'],
]

export interface TextFigures {
  readonly cells: string[]
  readonly lines: number
  readonly exact: number
  /** Missing, doubled and invented cues. */
  readonly lost: number
  readonly added: number
  readonly recognitions: number
  /** That it took, and that the clip lasts. */
  readonly seconds: number
  readonly mediaSeconds: number
  readonly mistakes: readonly string[]
}

export interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A clip as tasks take it. */
export async function videoOf({ name, path }: Pick<Clip, 'name' | 'path'>) {
  const info = await probeMedia('ffprobe', path)
  return { content_hash: name, duration_ms: info.durationMs, blob_key: path, info }
}

/** The two text steps on a clip, as in a task. */
export async function readClip(engines: EngineRegistry, clip: Clip): Promise<TextFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-bench-'))
  try {
    const video = await videoOf(clip)
    const { info } = video
    const begin = { wall: performance.now(), processor: processorSeconds(), own: process.cpuUsage() }
    const run = runWithout(engines, folder)
    const { place } = await findText(run, { video, share: [0, 0.2] })
    const { language } = clip
    const read = place && (await readText(run, { video, place, language, share: [0.2, 1] }))
    const seconds = (performance.now() - begin.wall) / 1000
    const processor = processorSeconds() - begin.processor
    const { user, system } = process.cpuUsage(begin.own)
    const own = (user + system) / 1e6
    const lines = textLines(read?.texts ?? [], language).map((text) => ({ ...text, text: textOf(text) }))
    return figures(clip, lines, { seconds, processor, own, recognitions: read?.recognitions ?? 0, info })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Spent {
  readonly seconds: number
  readonly processor: number
  /** Seconds of it in this process. */
  readonly own: number
  readonly recognitions: number
  readonly info: { readonly durationMs: number }
}

function figures({ name, cues }: Clip, read: readonly Line[], spent: Spent): TextFigures {
  const pairs = align(
    cues,
    read,
    (cue, line) => 2 - 2 * shared(cue, line) * likeness(plain(cue.text), plain(line.text)),
  )
  const both = pairs.flatMap(({ a, b }) => {
    const [cue, line] = [cues[a ?? -1], read[b ?? -1]]
    return cue && line ? [{ cue, line }] : []
  })
  const wrong = both.filter(({ cue, line }) => plain(cue.text) !== plain(line.text))
  const lost = pairs.filter(({ b }) => b === undefined)
  const added = pairs.filter(({ a }) => a === undefined)
  const edges = both.flatMap(({ cue, line }) => [Math.abs(cue.start - line.start), Math.abs(cue.end - line.end)])
  const exact = both.length - wrong.length
  const recognitionsALine = spent.recognitions / cues.length
  const timesRealTime = spent.info.durationMs / 1000 / spent.seconds
  const cells = [
    ...[name, String(cues.length), String(exact), String(lost.length), String(added.length)],
    ...[number(recognitionsALine), number(timesRealTime)],
    ...[`${percentile(edges, 0.5)} ms`, `${percentile(edges, 0.95)} ms`],
    number((spent.processor * 60_000) / spent.info.durationMs),
    `${number((100 * spent.own) / spent.processor)} %`,
  ]
  const mistakes = [
    ...wrong.map(({ cue, line }) => `${plain(cue.text)}\n      ${plain(line.text)}`),
    ...lost.map(({ a }) => `${plain(cues[a ?? 0]?.text ?? '')}\n      (lost)`),
    ...added.map(({ b }) => `(not there)\n      ${plain(read[b ?? 0]?.text ?? '')}`),
  ]
  const counts = { lines: cues.length, exact, lost: lost.length, added: added.length }
  const { recognitions, seconds } = spent
  return { ...counts, recognitions, seconds, mediaSeconds: spent.info.durationMs / 1000, cells, mistakes }
}

/** The order of a cue's rows and the form of marks do not matter. */
const plain = (text: string): string => text.replaceAll('\n', ' ').replace(/[’‘]/g, "'").replace(/[“”]/g, '"')

export function shared(a: Line, b: Line): number {
  const common = Math.min(a.end, b.end) - Math.max(a.start, b.start)
  return Math.max(0, common) / Math.max(a.end - a.start, b.end - b.start)
}
