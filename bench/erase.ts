/** Text erased from the picture, against ffmpeg's delogo at each cue's exact times, on clips with burned-in cues. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { edgeKinds, usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { planBurn } from '#core/media/plans/burn.ts'
import { burnFontsFolder } from '#server/engines/burn-fonts.ts'
import type { EngineRegistry } from '#server/engines/registry.ts'
import { benchKept } from './erase/kept.ts'
import { benchSpeed } from './erase/speed.ts'
import { eraseEngines, runErase } from './erase/whole-run.ts'
import { goal } from './goals.ts'
import { number, printTable } from './table.ts'

const folder = join(import.meta.dirname, '..', '.cache', 'bench', 'erase')
const data = process.env['CUELANE_TEST_DATA'] ?? ''
const WIDTH = 640
const SECONDS = 6
const lines = [
  makeCue('1', 800, 2600, 'We came here before the rain'),
  makeCue('2', 3000, 5200, 'Nobody told us what to do next'),
]

/** `--only kept`, `captions` or `speed` measures that part. */
export async function benchErase(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
  const isWanted = (part: string): boolean => values.only === undefined || values.only === part
  if (isWanted('kept')) await benchKept(join(folder, 'kept'), data)
  if (isWanted('captions')) await benchCaptions()
  if (isWanted('speed')) await benchSpeed(await eraseEngines(), folder, join(data, 'video', 'outdoor-man-14s.mp4'))
}

/** Burned-in cues, so that the covered content is known. */
async function benchCaptions(): Promise<void> {
  const engines = await eraseEngines()
  const made: Figures[] = []
  for (const name of ['outdoor-man-14s.mp4', 'pancake-10s.mkv', 'hevc-1080p-10s.mp4', 'trailer-chrome-30s.webm']) {
    const source = join(data, 'video', name)
    if (!existsSync(source)) continue
    for (const edge of edgeKinds) made.push(await measure(engines, source, name.replace(/\.\w+$/, ''), edge))
  }
  const head = [
    'clip',
    'behind letters',
    'text left in',
    'delogo',
    'basic',
    'advanced',
    'basic over delogo',
    'advanced over delogo',
    'flicker',
    'text found after',
    'basic',
  ]
  printTable(
    'Signal over noise of the lines’ place, luma in dB',
    head,
    made.map(({ cells }) => cells),
  )
  if (made.length === 0) return
  goal('erase: basic over delogo, the worst clip', Math.min(...made.map(({ gain }) => gain)), { least: 3 }, ' dB')
  goal(
    'erase: advanced over delogo, the worst clip',
    Math.min(...made.map(({ advancedGain }) => advancedGain)),
    { least: 5 },
    ' dB',
  )
  goal(
    'erase: flicker, the worst clip',
    Math.max(...made.map(({ flicker }) => flicker)),
    { most: 1.2 },
    ' × the original',
  )
  goal(
    'erase: texts found afterwards',
    made.reduce((sum, { left }) => sum + left, 0),
    { most: 0 },
  )
}

interface Figures {
  /** Of the basic way, over delogo, in dB. */
  readonly gain: number
  readonly advancedGain: number
  /** Change of the lines' place from frame to frame, as a multiple of the original's. */
  readonly flicker: number
  /** Texts that are still found. */
  readonly left: number
  readonly cells: string[]
}

/** Letters with an outline, or on a box that hides some of the picture. */
async function measure(
  engines: EngineRegistry,
  source: string,
  name: string,
  edge: (typeof edgeKinds)[number],
): Promise<Figures> {
  const path = (kind: string): string => join(folder, `${name}-${edge}-${kind}.mp4`)
  const exact = ['-an', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-fps_mode', 'passthrough']
  const format = `scale=${WIDTH}:-2,format=yuv420p`
  ffmpeg('-t', String(SECONDS), '-i', source, '-vf', format, ...exact, path('clean'))
  const height = heightOf(path('clean'))
  const style = { ...usualBurnStyle, edge }
  const look = { width: WIDTH, height, style, language: 'en' }
  writeFileSync(join(folder, 'cues.ass'), writeBurnAss(lines, look))
  const fontsFolder = await burnFontsFolder(folder)
  const burn = { ass: 'cues.ass', fontsFolder, streams: [{ kind: 'video', codec: 'h264' }] }
  ffmpeg(...planBurn({ source: path('clean'), output: path('burned'), ...burn }))
  // The tightest box around letters and outline, as a careful user would draw it.
  const size = Math.round((Math.min(WIDTH, height) * usualBurnStyle.size) / 100)
  const room = edge === 'box' ? Math.round(size * 0.35) : 0
  const place = {
    x: 60 - room,
    y: height - Math.round(height * 0.05) - size - room,
    width: WIDTH - 120 + 2 * room,
    height: Math.round(size * 1.05) + 2 * room,
  }
  const box = `x=${place.x}:y=${place.y}:w=${place.width}:h=${Math.min(place.height, height - place.y - 1)}`
  const filters = lines.map(({ start, end }) => `delogo=${box}:enable='between(t,${start / 1000},${end / 1000})'`)
  ffmpeg('-i', path('burned'), '-vf', filters.join(','), ...exact.slice(0, 3), '-crf', '17', path('delogo'))
  const times = {
    basic: await erase(engines, path('burned'), path('basic'), 'basic'),
    advanced: await erase(engines, path('burned'), path('advanced'), 'advanced'),
  }
  const psnr = (kind: string): number => signal(path(kind), path('clean'), place)
  const [delogo, basic, advanced] = [psnr('delogo'), psnr('basic'), psnr('advanced')]
  const gain = basic - delogo
  const advancedGain = advanced - delogo
  const flicker = changeOf(path('basic'), place) / changeOf(path('clean'), place)
  // What the clip itself says stays.
  const left = Math.max(
    0,
    (await textsIn(engines, path('basic'), height)) - (await textsIn(engines, path('clean'), height)),
  )
  const figures = [psnr('burned'), delogo, basic, advanced, gain, advancedGain, flicker].map(number)
  return {
    gain,
    advancedGain,
    flicker,
    left,
    cells: [name, edge, ...figures, String(left), `${number(times.basic / 1000)} s`],
  }
}

function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder })
}

function heightOf(path: string): number {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=height', '-of', 'csv=p=0', path]
  return Number.parseInt(execFileSync('ffprobe', args, { encoding: 'utf8' }), 10)
}

/** Milliseconds of the whole task. */
async function erase(
  engines: EngineRegistry,
  source: string,
  output: string,
  type: 'basic' | 'advanced',
): Promise<number> {
  const { fault, ms } = await runErase(engines, { source, output, type, language: 'en' })
  if (fault !== undefined) throw new Error(`${source}: ${fault}`)
  return ms
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Mean difference of luma from frame to frame while lines stand. */
function changeOf(path: string, { x, y, width, height }: Place): number {
  const stands = lines.map(({ start, end }) => `between(t,${start / 1000 + 0.1},${end / 1000 - 0.1})`).join('+')
  const cut = `crop=${width}:${height}:${x}:${y}:exact=1,tblend=all_mode=difference,select='${stands}',signalstats`
  const args = ['-hide_banner', '-i', path, '-vf', `${cut},metadata=print:key=lavfi.signalstats.YAVG:file=-`]
  const { stdout } = spawnSync('ffmpeg', [...args, '-f', 'null', '-'], { encoding: 'utf8' })
  const values = [...stdout.matchAll(/YAVG=([\d.]+)/g)].map(([, value]) => Number(value))
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function signal(path: string, clean: string, { x, y, width, height }: Place): number {
  const stands = lines.map(({ start, end }) => `between(t,${start / 1000 + 0.04},${end / 1000 - 0.04})`).join('+')
  const cut = `crop=${width}:${height}:${x}:${y}:exact=1,select='${stands}'`
  const args = [
    '-hide_banner',
    '-i',
    path,
    '-i',
    clean,
    '-lavfi',
    `[0:v]${cut}[a];[1:v]${cut}[b];[a][b]psnr`,
    '-f',
    'null',
    '-',
  ]
  return Number(/PSNR y:([\d.]+|inf)/.exec(spawnSync('ffmpeg', args, { encoding: 'utf8' }).stderr)?.[1] ?? NaN)
}

/** Texts that are found below the middle of the picture in four frames of each line. */
async function textsIn(engines: EngineRegistry, path: string, height: number): Promise<number> {
  const { signal: never } = new AbortController()
  const half = height >> 1
  let count = 0
  for (const { start, end } of lines) {
    for (const share of [0.05, 0.35, 0.65, 0.95]) {
      const seconds = (start + (end - start) * share) / 1000
      const out = [
        '-frames:v',
        '1',
        '-vf',
        `crop=${WIDTH}:${half}:0:${height - half}`,
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgb24',
        '-',
      ]
      const bytes = execFileSync('ffmpeg', ['-v', 'error', '-ss', String(seconds), '-i', path, ...out], {
        maxBuffer: 1e9,
      })
      const picture = { width: WIDTH, height: half, channels: 3 as const, data: bytes }
      const [found = []] = await engines.need('ocr', { language: 'en' }).detect([picture], { signal: never })
      count += found.length
    }
  }
  return count
}
