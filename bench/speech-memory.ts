/** What recognition keeps in memory as the sound gets longer: speech in a loop, with the processes that it starts, without server and database. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { realData } from '#tests/support/real-files.ts'
import { goal } from './goals.ts'
import { number, printTable } from './table.ts'

const root = join(import.meta.dirname, '..')
/** A talk without music, or the sample of the product where there is no test data. */
const speech = realData ? join(realData, 'audio/lucier-100s.mp3') : join(root, 'assets/sample/harbour.mp4')
const { values } = parseArgs({ strict: false, options: { only: { type: 'string' }, seconds: { type: 'string' } } })
/** Seconds of sound, each in a separate process; `--seconds 600,2400` for others. */
const lengths = String(values.seconds ?? '600,3600,7200')
  .split(',')
  .map(Number)
const LOOK_MS = 250

export async function benchSpeechMemory(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  const peaks: number[] = []
  const rows: string[][] = []
  try {
    for (const seconds of lengths) {
      const sound = join(folder, `${seconds}.flac`)
      const loop = ['-stream_loop', '-1', '-i', speech, '-vn', '-t', String(seconds), '-ac', '1', '-ar', '16000']
      execFileSync('ffmpeg', ['-v', 'error', '-y', ...loop, sound])
      const { ms, whole, own, lines } = await recognised(sound)
      peaks.push(whole)
      const megabytes = [whole, own].map((bytes) => `${Math.round(bytes / 1e6)} MB`)
      rows.push([`${number(seconds / 60)} min`, ...megabytes, number((seconds * 1000) / ms), lines])
      await rm(sound)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  const head = ['sound', 'most memory, all processes', 'without engines', 'times as fast as speech', 'lines']
  printTable('Memory of recognition', head, rows)
  const longest = `${number((lengths.at(-1) ?? 0) / 60)} min`
  goal(`memory of recognition, ${longest}`, Math.max(...peaks) / 1e6, { most: 1200 }, ' MB')
  goal(`the same to that of ${number((lengths[0] ?? 0) / 60)} min`, (peaks.at(-1) ?? NaN) / (peaks[0] ?? NaN), {
    most: 1.1,
  })
}

/** Has a sound recognised, and says how long that took and the most memory that there was at once. */
async function recognised(sound: string) {
  const from = performance.now()
  const child = spawn(process.execPath, [join(root, 'bench/speech-child.ts'), sound], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  let lines = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (lines += text))
  let [whole, own] = [0, 0]
  while (child.exitCode === null && child.signalCode === null) {
    const sizes = sizesOf(child.pid ?? 0)
    whole = Math.max(
      whole,
      sizes.reduce((sum, size) => sum + size, 0),
    )
    own = Math.max(own, sizes[0] ?? 0)
    await Promise.race([ended, pause(LOOK_MS)])
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`Recognition ended with ${code}`)
  return { ms: performance.now() - from, whole, own, lines }
}

/** Bytes in memory of a process and of all that it started; what they share counts for each. */
function sizesOf(pid: number): number[] {
  try {
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return [kilobytes * 1024, ...children.flatMap((child) => sizesOf(Number(child)))]
  } catch {
    // It has ended.
    return []
  }
}
