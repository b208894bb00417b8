/** Videos with subtitles against their source: times of the first picture and sound, and of the cues. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readSrt, writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { goal } from './goals.ts'
import { number, printTable } from './table.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.cache', 'bench', 'synthesis')
const data = process.env['CUELANE_TEST_DATA'] ?? ''
const lines = [makeCue('1', 120, 617, 'One'), makeCue('2', 640, 1001, 'Two')]

export function benchSynthesis(): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'lines.srt'), writeSrt(lines))
  const made: Figures[] = []
  for (const name of ['portrait-720x1080.mp4', 'earth-30s.mov', 'pancake-10s.mkv', 'station-60fps-5s.mp4']) {
    const source = join(data, 'video', name)
    if (!existsSync(source)) continue
    for (const type of ['burn', 'soft'] as const) made.push(measure(source, type))
  }
  const head = ['video', 'subtitles', 'sound to picture moved by', 'worst picture', 'a frame', 'times of lines exact']
  printTable(
    'Videos with subtitles against their source, in ms',
    head,
    made.map(({ cells }) => cells),
  )
  if (made.length === 0) return
  const inFrames = made.map(({ offset, worst, frame }) => Math.max(Math.abs(offset), worst) / frame)
  goal('synthesis: picture and sound off the plan, the worst video', Math.max(...inFrames), { most: 1 }, ' frames')
  const inexact = made.filter(({ isExact }) => isExact === false).length
  goal('synthesis: tracks whose times are not exact', inexact, { most: 0 })
}

/** Times in seconds. */
interface Figures {
  readonly offset: number
  readonly worst: number
  readonly frame: number
  /** Undefined for burned-in cues. */
  readonly isExact: boolean | undefined
  readonly cells: string[]
}

function measure(source: string, type: 'burn' | 'soft'): Figures {
  const made = join(folder, `${basename(source)}-${type}.mkv`)
  const subtitles = join(folder, 'lines.srt')
  const args = [join(root, 'cli', 'cuelane.mjs'), 'task', 'video_synthesis', source, '-o', made]
  execFileSync(process.execPath, [...args, '--subtitles', subtitles, '--set', `synthesis_type=${type}`])
  const [before, after] = [timesOf(source, 'v:0'), timesOf(made, 'v:0')]
  const [soundBefore = NaN] = timesOf(source, 'a:0')
  const [soundAfter = NaN] = timesOf(made, 'a:0')
  const offset = soundAfter - (after[0] ?? NaN) - (soundBefore - (before[0] ?? NaN))
  const sinceFirst = (times: readonly number[]): number[] => times.map((time) => time - (times[0] ?? 0))
  const [planned, shown] = [sinceFirst(before), sinceFirst(after)]
  const worst =
    planned.length === shown.length ? Math.max(...planned.map((time, at) => Math.abs(time - (shown[at] ?? 0)))) : NaN
  const frame = ((before.at(-1) ?? 0) - (before[0] ?? 0)) / Math.max(1, before.length - 1)
  const cells = [offset, worst, frame].map((seconds) => number(seconds * 1000))
  const isExact = type === 'soft' ? areExact(made) : undefined
  return { offset, worst, frame, isExact, cells: [basename(source), type, ...cells, String(isExact ?? 'drawn')] }
}

/** When the packets of a stream are shown, in seconds, in order. */
function timesOf(path: string, stream: string): number[] {
  const args = ['-v', 'error', '-select_streams', stream, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path]
  const times = execFileSync('ffprobe', args, { encoding: 'utf8' })
    .trim()
    .split(/[\n,]+/)
    .map(Number)
  return times.filter((time) => !Number.isNaN(time)).sort((a, b) => a - b)
}

function areExact(path: string): boolean {
  const text = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:s:0', '-f', 'srt', '-'], {
    encoding: 'utf8',
  })
  const { cues } = readSrt(text, () => '')
  return cues.every(({ start, end }, at) => start === lines[at]?.start && end === lines[at]?.end)
}
