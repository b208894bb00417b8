/**
 * CPU time of tasks besides engines and ffmpeg, for five minutes of video: `cuelane task` against all programs that it
 * starts. `--only text,burn` selects; Linux only.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt, writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import { goal } from './goals.ts'
import { median, number, printTable } from './table.ts'

const root = join(import.meta.dirname, '..')
const kept = join(root, '.cache', 'bench', 'overhead')
const sample = join(root, 'assets/sample/harbour')
const SAMPLE_MS = 40_000
const SECONDS = 300
const TURNS = 3
/** A clip so short that its cost is a task's start. */
const SHORT_SECONDS = 2

interface Measured {
  readonly name: string
  readonly type: string
  readonly fields: readonly string[]
  readonly output: string
  /** True if cues are in the picture. */
  readonly isBurned?: boolean
  readonly hasLines?: boolean
}

const tasks: readonly Measured[] = [
  { name: 'text', type: 'video_extract', fields: ['subtitle_extract_mode=text'], output: 'text.srt', isBurned: true },
  { name: 'speech', type: 'video_extract', fields: ['subtitle_extract_mode=audio'], output: 'speech.srt' },
  {
    ...{ name: 'dub', type: 'video_dubbing', output: 'dub.mp4', hasLines: true },
    fields: ['to_language=es', 'voice=espeak-ng/clara'],
  },
  { name: 'erase', type: 'video_erase', fields: [], output: 'erased.mp4', isBurned: true },
  { name: 'burn', type: 'video_synthesis', fields: [], output: 'burned.mp4', hasLines: true },
]

export function benchOverhead(): void {
  const { values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
  const wanted = values.only?.split(',')
  const rows = tasks.filter(({ name }) => wanted?.includes(name) ?? true).map(measure)
  const head = ['task', 'engines and ffmpeg', 'the rest', 'of it to start', 'the rest without its start over engines']
  printTable(`Processor time of tasks on ${SECONDS} s of video, in s`, head, rows)
}

function measure(task: Measured): string[] {
  // Interleaved, as the machine's speed varies.
  const turns = Array.from({ length: TURNS }, () => ({
    start: usageOf(task, clipOf(SHORT_SECONDS)),
    whole: usageOf(task, clipOf(SECONDS)),
  }))
  const middle = (of: (turn: (typeof turns)[number]) => number): number => median(turns.map(of))
  const [start, own] = [middle((turn) => turn.start.own), middle((turn) => turn.whole.own)]
  const engines = middle(({ whole }) => whole.all - whole.own)
  const over = (own - start) / engines
  goal(`overhead of ${task.name}`, 100 * over, { most: 10 }, ' %')
  return [task.name, number(engines), number(own), number(start), `${number(100 * over)} %`]
}

interface Usage {
  readonly own: number
  readonly all: number
}

interface Clip {
  readonly plain: string
  readonly burned: string
  readonly lines: string
}

function usageOf({ type, fields, output, isBurned, hasLines }: Measured, clip: Clip): Usage {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-bench-'))
  const file = join(folder, 'usage.json')
  const args = ['--import', join(import.meta.dirname, 'overhead/usage.ts'), join(root, 'server/task-command.ts')]
  const given = hasLines ? ['--subtitles', clip.lines] : []
  const made = spawnSync(
    process.execPath,
    [
      ...[...args, type, isBurned ? clip.burned : clip.plain, '-o', join(folder, output), ...given],
      ...fields.flatMap((field) => ['--set', field]),
    ],
    { env: { ...process.env, CUELANE_USAGE_FILE: file }, encoding: 'utf8' },
  )
  try {
    // Two seconds without speech or text: that is reported after everything has started.
    if (made.status !== 0 && clip !== clipOf(SHORT_SECONDS)) throw new Error(made.stderr)
    return JSON.parse(readFileSync(file, 'utf8')) as Usage
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const clips = new Map<number, Clip>()

/** The sample repeated, plain and with burned-in cues. */
function clipOf(seconds: number): Clip {
  const known = clips.get(seconds)
  if (known) return known
  mkdirSync(kept, { recursive: true })
  const at = (name: string): string => join(kept, `${seconds}-${name}`)
  const clip = { plain: at('plain.mp4'), burned: at('burned.mp4'), lines: at('lines.srt') }
  clips.set(seconds, clip)
  if (existsSync(clip.burned)) return clip
  writeFileSync(clip.lines, writeSrt(linesOf(seconds)))
  const looped = ['-v', 'error', '-y', '-nostdin', '-stream_loop', '-1', '-i', `${sample}.mp4`, '-t', String(seconds)]
  execFileSync('ffmpeg', [...looped, '-c', 'copy', clip.plain])
  const style = "force_style='FontName=Noto Sans,Fontsize=18'"
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'copy']
  execFileSync('ffmpeg', [...looped, '-vf', `subtitles=${clip.lines}:${style}`, ...encode, clip.burned])
  return clip
}

function linesOf(seconds: number) {
  const { cues } = readSrt(readFileSync(`${sample}.en.srt`, 'utf8'), sequentialIds('sample-'))
  const newId = sequentialIds('line-')
  const all = Array.from({ length: Math.ceil((seconds * 1000) / SAMPLE_MS) }, (_, turn) =>
    cues.map(({ start, end, text }) => makeCue(newId(), start + turn * SAMPLE_MS, end + turn * SAMPLE_MS, text)),
  ).flat()
  const inside = all.filter(({ end }) => end < seconds * 1000)
  return inside.length > 0 ? inside : [makeCue(newId(), 200, (seconds - 0.2) * 1000, 'Good morning')]
}
