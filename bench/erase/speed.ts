/** Duration of an erasure with captions throughout, and accuracy of its remaining time. */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { planBurn } from '#core/media/plans/burn.ts'
import { remainingMs } from '#core/tasks/remaining.ts'
import { burnFontsFolder } from '#server/engines/burn-fonts.ts'
import type { EngineRegistry } from '#server/engines/registry.ts'
import { goal } from '../goals.ts'
import { number, printTable } from '../table.ts'
import { type Moment, runErase } from './whole-run.ts'

const SIZES = [
  { width: 640, height: 360 },
  { width: 1280, height: 720 },
]
const SECONDS = 10
/** Lines stand for three of each four seconds. */
const lines = [0, 4, 8].map((second, at) =>
  makeCue(String(at), second * 1000 + 500, second * 1000 + 3500, `The boat number ${at + 3} leaves before the rain`),
)
/** The remaining time is checked from a tenth of the time on, until seconds matter. */
const [FROM, UNTIL] = [0.1, 0.7]

export async function benchSpeed(engines: EngineRegistry, folder: string, source: string): Promise<void> {
  if (!existsSync(source)) return
  const rows: string[][] = []
  let [slowest, furthest] = [0, 0]
  for (const size of SIZES)
    for (const type of ['basic', 'advanced'] as const) {
      const clip = await clipWithLines(folder, source, size)
      const { ms, processorSeconds, moments, steps } = await runErase(engines, {
        ...{ source: clip, type, language: 'en' },
        output: clip.replace('.mp4', `-${type}.mp4`),
      })
      const off = Math.max(...moments.map((moment) => offBy(moment, ms)))
      if (size.height === 720) slowest = Math.max(slowest, ms / 1000 / SECONDS)
      furthest = Math.max(furthest, off)
      const ofSteps = [...steps].map(([name, seconds]) => `${name} ${number(seconds)}`).join(', ')
      rows.push([
        `${size.height}p`,
        type,
        number(ms / 1000),
        number(processorSeconds),
        ofSteps,
        `${number(off * 100)} %`,
      ])
    }
  const head = ['size', 'way', 'seconds', 'processor', 'of it by step', 'remaining time off by']
  printTable(`A clip of ${SECONDS} s with captions`, head, rows)
  goal('erase: time for 720p', slowest, { most: 4 }, ' × the clip')
  goal('erase: remaining time after a tenth is off by', furthest * 100, { most: 30 }, ' %')
}

/** Error of the remaining time at a moment, as a share of the real one. */
function offBy({ ms, share }: Moment, total: number): number {
  if (ms < FROM * total || ms > UNTIL * total) return 0
  const left = remainingMs({ progress: share, beganAt: 0, elapsedMs: ms, usualMs: undefined })
  return left === undefined ? 0 : Math.abs(left - (total - ms)) / (total - ms)
}

async function clipWithLines(folder: string, source: string, { width, height }: (typeof SIZES)[number]) {
  const path = (kind: string): string => join(folder, `speed-${height}-${kind}.mp4`)
  if (existsSync(path('burned'))) return path('burned')
  const ffmpeg = (...args: string[]): unknown =>
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args], { cwd: folder })
  const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18']
  ffmpeg(
    '-t',
    String(SECONDS),
    '-i',
    source,
    '-vf',
    `scale=${width}:${height},format=yuv420p`,
    '-an',
    ...encoder,
    path('clean'),
  )
  writeFileSync(
    join(folder, 'speed.ass'),
    writeBurnAss(lines, { width, height, style: usualBurnStyle, language: 'en' }),
  )
  const streams = [{ kind: 'video', codec: 'h264' }]
  const burn = { ass: 'speed.ass', fontsFolder: await burnFontsFolder(folder), streams }
  ffmpeg(...planBurn({ source: path('clean'), output: path('burned'), ...burn }))
  return path('burned')
}
