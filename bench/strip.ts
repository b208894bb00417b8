/** Exact frames for the timeline's strip, against native ffmpeg. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { serveFolders } from '#tests/support/range-server.ts'
import { bar } from './bars.ts'
import { buildPages } from './pages.ts'
import type { Bench } from './pages/media.ts'
import { median, number, printTable } from './table.ts'

const folder = join(import.meta.dirname, '..', '.cache', 'bench')
const site = join(folder, 'site')
/** Visible seconds, each with as many pictures as fit 1,400 pixels. */
const VIEWS_S = [30, 8]
const PICTURES = 12
const REPEATS = 3

declare const bench: Bench

export async function benchStrip(browser: Browser): Promise<void> {
  const video = makeProxy()
  await buildPages('media', site)
  const server = await serveFolders([site, folder])
  const page = await browser.newPage()
  const rows: string[][] = []
  try {
    await page.goto(`${server.url}/media.html`)
    for (const seconds of VIEWS_S) {
      const views = Array.from({ length: REPEATS + 1 }, (_, at) => timesOf(100 * (at + 1), seconds))
      const [first, ...taken] = await page.evaluate(([wanted, url]) => bench.frames(wanted, url), [
        views,
        `${server.url}/proxy.mp4`,
      ] as const)
      const native = median(views.slice(1).map((times) => nativeMs(video, times)))
      const ours = median(taken)
      rows.push([`${seconds} s`, `${number(first ?? NaN)} ms`, `${number(ours)} ms`, `${number(native)} ms`])
      bar(`exact frames of ${seconds} s in view (ms)`, ours, 'native ffmpeg', native, 2)
    }
  } finally {
    await page.close()
    server.close()
  }
  printTable(
    `${PICTURES} exact frames of a prepared video, to the last one`,
    ['in view', 'decoder not loaded', 'loaded', 'native ffmpeg, its start included'],
    rows,
  )
}

function timesOf(fromS: number, seconds: number): number[] {
  return Array.from({ length: PICTURES }, (_, at) => Math.round((fromS + (at * seconds) / PICTURES) * 1000))
}

/** The usual command: from the first frame on, one per step. */
function nativeMs(video: string, times: readonly number[]): number {
  const [first = 0, second = 0] = times
  const begin = performance.now()
  const seek = ['-ss', String(first / 1000), '-i', video, '-an']
  const pick = ['-vf', `fps=${1000 / (second - first)}:round=up,scale=-2:70`, '-frames:v', String(times.length)]
  const out = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-y', '/dev/null']
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', ...seek, ...pick, ...out])
  if (status !== 0) throw new Error(stderr.toString())
  return performance.now() - begin
}

/** Ten minutes as prepared by the server: small, a keyframe every 12 frames. Kept for the next run. */
function makeProxy(): string {
  const path = join(folder, 'proxy.mp4')
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const part = join(folder, 'proxy.part.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25', '-f', 'lavfi', '-i', 'anoisesrc=a=0.1:r=48000']
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-g', '12', '-bf', '0', '-pix_fmt', 'yuv420p']
  const sound = ['-c:a', 'aac', '-b:a', '96k', '-t', '600', '-movflags', '+faststart']
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...picture, ...coded, ...sound, part])
  renameSync(part, path)
  return path
}
