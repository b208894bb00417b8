/** The media core in headless Chromium and native ffmpeg on the same machine and videos, in one run. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import type { Bench, Measured } from './pages/media.ts'
import { serveFolders } from '#tests/support/range-server.ts'
import { buildPages } from './pages.ts'
import { number, printTable } from './table.ts'

const folder = join(import.meta.dirname, '..', '.cache', 'bench')
const videos = join(folder, 'videos')
const site = join(folder, 'site')
const RUNS = 3

declare const bench: Bench

export async function benchMedia(): Promise<void> {
  makeVideos()
  await buildPages('media', site)
  const server = await serveFolders([site, videos])
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const run = new Run(browser, server.url)
    await soundTable(run)
    await pictureTable(run)
    await remoteTable(run)
    await otherTable(run)
  } finally {
    await browser.close()
    server.close()
  }
}

/** One minute of moving picture, noise, tone and pauses, repeated. */
function makeVideos(): void {
  mkdirSync(videos, { recursive: true })
  const minute = join(videos, 'minute.mp4')
  const graph =
    '[0:v][1:v]overlay=20:20,noise=alls=6:allf=t,format=yuv420p[v];' +
    '[3:a]tremolo=f=0.7:d=0.95,volume=0.5[s];[2:a][s]amix=inputs=2,aformat=channel_layouts=stereo[a]'
  make(minute, [
    ...['-f', 'lavfi', '-i', 'mandelbrot=s=1280x720:r=25:end_scale=0.01:maxiter=200'],
    ...['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=25', '-f', 'lavfi', '-i', 'anoisesrc=color=pink:r=48000:a=0.1'],
    ...['-f', 'lavfi', '-i', 'sine=f=220:r=48000', '-filter_complex', graph, '-map', '[v]', '-map', '[a]', '-t', '60'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-x264-params', 'bframes=2:keyint=115:scenecut=0'],
    ...['-b:v', '2200k', '-maxrate', '2600k', '-bufsize', '4000k', '-c:a', 'aac', '-b:a', '128k'],
  ])
  for (const minutes of [10, 60, 120]) {
    make(videoPath(minutes), [
      '-stream_loop',
      String(minutes - 1),
      '-i',
      minute,
      '-c',
      'copy',
      '-movflags',
      '+faststart',
    ])
  }
  // The editor's copy of an uploaded video: small, a keyframe every 12 frames.
  make(join(videos, 'proxy60.mp4'), [
    ...['-stream_loop', '59', '-i', proxyMinute(minute), '-c', 'copy', '-movflags', '+faststart'],
  ])
  // Sound in large pieces: a container that interleaves coarsely.
  make(join(videos, 'coarse60.mp4'), [
    ...['-i', videoPath(60), '-c', 'copy', '-movflags', 'empty_moov+default_base_moof', '-frag_duration', '20000000'],
  ])
}

function proxyMinute(minute: string): string {
  const proxy = join(videos, 'proxy-minute.mp4')
  make(proxy, [
    ...[
      '-i',
      minute,
      '-vf',
      'scale=640:-2',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '25',
      '-g',
      '12',
      '-bf',
      '0',
    ],
    ...['-c:a', 'aac', '-b:a', '96k'],
  ])
  return proxy
}

function make(path: string, args: readonly string[]): void {
  if (existsSync(path)) return
  console.log(`Making ${path} …`)
  const part = path.replace(/(\.\w+)$/, '.part$1')
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, part], { stdio: 'inherit' })
  renameSync(part, path)
}

function videoPath(minutes: number): string {
  return join(videos, `video${minutes}.mp4`)
}

/** Best of some runs of a program, in milliseconds. */
function nativeMs(args: readonly string[]): number {
  const times = Array.from({ length: RUNS }, () => {
    const begin = performance.now()
    const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-threads', '1', ...args], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return performance.now() - begin
  })
  return Math.min(...times)
}

interface Observed {
  readonly value: Measured
  /** Peak memory of the page's process above an empty one's, in MB. */
  readonly megabytes: number
  /** Longest task of the page's main thread, in milliseconds of CPU time. */
  readonly longestTaskMs: number
}

/** Pages with a video chosen in each. */
class Run {
  private readonly browser: Browser
  readonly url: string
  constructor(browser: Browser, url: string) {
    this.browser = browser
    this.url = url
  }

  async fresh<T>(video: string | undefined, work: (page: Page) => Promise<T>): Promise<T> {
    const context: BrowserContext = await this.browser.newContext()
    try {
      const page = await context.newPage()
      await page.goto(`${this.url}/media.html`)
      if (video) await page.setInputFiles('#file', video)
      return await work(page)
    } finally {
      await context.close()
    }
  }

  /** The best of some runs, each in a new page, with peak memory and main-thread time. */
  async best(video: string | undefined, work: (page: Page) => Promise<Measured>, runs = RUNS): Promise<Observed> {
    const all: Observed[] = []
    for (let run = 0; run < runs; run++) all.push(await this.fresh(video, (page) => this.observe(page, work)))
    all.sort((a, b) => a.value.totalMs - b.value.totalMs)
    return {
      value: { ...all[0]!.value, firstMs: Math.min(...all.map(({ value }) => value.firstMs)) },
      megabytes: Math.max(...all.map(({ megabytes }) => megabytes)),
      longestTaskMs: Math.min(...all.map(({ longestTaskMs }) => longestTaskMs)),
    }
  }

  private async observe(page: Page, work: (page: Page) => Promise<Measured>): Promise<Observed> {
    const session = await this.browser.newBrowserCDPSession()
    const before = await renderersMegabytes(session)
    await this.browser.startTracing(page, { categories: ['toplevel'] })
    const value = await work(page)
    const trace = JSON.parse((await this.browser.stopTracing()).toString()) as Trace
    const after = await renderersMegabytes(session)
    await session.detach()
    return { value, megabytes: after - before, longestTaskMs: longestTask(trace) }
  }
}

interface Trace {
  traceEvents: { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }[]
}

function longestTask({ traceEvents }: Trace): number {
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ ph, pid, tid, tdur }) => ph === 'X' && tdur !== undefined && mains.has(`${pid} ${tid}`),
  )
  return Math.max(0, ...tasks.map(({ tdur }) => tdur! / 1000))
}

/** Peak memory of all page processes so far. */
async function renderersMegabytes(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return Math.max(0, ...renderers.map(({ id }) => peakMegabytes(id)))
}

function peakMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

const columns = ['', 'all', 'first', 'to native', 'read', 'decoders', 'page process', 'longest task']
/** A row with its empty cells. */
const row = (...cells: string[]): string[] => columns.map((_, at) => cells[at] ?? '')

const ms = (value: number): string => `${number(value)} ms`
const times = (value: number, native: number): string => `${(value / native).toFixed(2)}×`
const mb = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`

function ourRow(label: string, { value, megabytes, longestTaskMs }: Observed, native: number): string[] {
  const { totalMs, firstMs, bytes, held } = value
  const cells = [ms(totalMs), ms(firstMs), times(totalMs, native), mb(bytes), mb(held)]
  return row(label, ...cells, `${megabytes.toFixed(0)} MB`, ms(longestTaskMs))
}

async function soundTable(run: Run): Promise<void> {
  const rows: string[][] = []
  for (const minutes of [10, 60, 120]) {
    const video = videoPath(minutes)
    const native = nativeMs([
      '-i',
      video,
      '-vn',
      '-map',
      '0:a:0',
      '-ac',
      '1',
      '-c:a',
      'pcm_s16le',
      '-f',
      's16le',
      '/dev/null',
      '-y',
    ])
    const ours = await run.best(video, (page) => page.evaluate(() => bench.peaks()))
    rows.push(row(`native ffmpeg, 1 thread, ${minutes} min`, ms(native), '', '1×'))
    rows.push(ourRow(`cuelane, ${minutes} min`, ours, native))
    if (minutes > 60) continue
    const peer = await run.fresh(video, (page) => page.evaluate(() => bench.webcodecsSound()))
    rows.push(row(`WebCodecs (mediabunny), ${minutes} min`, ms(peer), '', times(peer, native)))
  }
  printTable('Waveform of the whole video, 720p H.264 + AAC', columns, rows)
}

async function pictureTable(run: Run): Promise<void> {
  const rows: string[][] = []
  for (const minutes of [10, 60]) {
    const video = videoPath(minutes)
    const native = nativeThumbnailsMs(video, minutes)
    rows.push(row(`native ffmpeg, 1 thread, ${minutes} min`, ms(native), '', '1×'))
    for (const path of ['packets', 'concat', 'webcodecs'] as const) {
      const ours = await run.best(video, (page) => page.evaluate((way) => bench.thumbnails(way), path))
      rows.push(ourRow(`cuelane by ${path}, ${minutes} min`, ours, native))
    }
    const peer = await run.fresh(video, (page) => page.evaluate(() => bench.webcodecsPictures()))
    rows.push(row(`WebCodecs (mediabunny) at exact times, ${minutes} min`, ms(peer), '', times(peer, native)))
  }
  printTable('50 thumbnails, 70 pixels high', columns, rows)
}

/** The fastest known way of native ffmpeg: one program with the concat demuxer. */
function nativeThumbnailsMs(video: string, minutes: number): number {
  const list = join(folder, 'list.txt')
  const entries = Array.from({ length: 50 }, (_, index) => {
    const at = ((index + 0.5) * minutes * 60) / 50
    return `file ${video}\ninpoint ${at}\noutpoint ${at + 0.02}`
  })
  execFileSync('tee', [list], {
    input: ['ffconcat version 1.0', ...entries, ''].join('\n'),
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  return nativeMs([
    ...[
      '-skip_frame',
      'nokey',
      '-skip_loop_filter',
      'all',
      '-f',
      'concat',
      '-safe',
      '0',
      '-i',
      list,
      '-an',
      '-vsync',
      '0',
    ],
    ...[
      '-frames:v',
      '50',
      '-vf',
      'scale=124:70:flags=fast_bilinear',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgba',
      '-y',
      '/dev/null',
    ],
  ])
}

async function remoteTable(run: Run): Promise<void> {
  const rows: string[][] = []
  for (const name of ['video60', 'proxy60', 'coarse60']) {
    const file = join(videos, `${name}.mp4`)
    if (!existsSync(file)) continue
    const size = Number(execFileSync('stat', ['-c', '%s', file], { encoding: 'utf8' }))
    const sound = soundBytes(file)
    for (const kind of ['waveform', 'thumbnails'] as const) {
      const address = `${run.url}/${name}.mp4`
      const work = (page: Page): Promise<Measured> =>
        kind === 'waveform'
          ? page.evaluate((url) => bench.peaks(url), address)
          : page.evaluate((url) => bench.thumbnails(undefined, url), address)
      const ours = await run.best(undefined, work, 1)
      const { totalMs, firstMs, bytes, requests } = ours.value
      rows.push([`${name}, ${kind}`, ms(totalMs), ms(firstMs), mb(bytes), String(requests), mb(sound), mb(size)])
    }
  }
  printTable('By address, 60 minutes', ['', 'all', 'first', 'read', 'requests', 'its sound', 'its size'], rows)
}

function soundBytes(file: string): number {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'a:0',
    '-show_entries',
    'stream=bit_rate,duration',
    '-of',
    'json',
    file,
  ]
  const { streams } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    streams: { bit_rate: string; duration: string }[]
  }
  return (Number(streams[0]!.bit_rate) * Number(streams[0]!.duration)) / 8
}

async function otherTable(run: Run): Promise<void> {
  const video = videoPath(60)
  const cancel = await run.best(video, (page) => page.evaluate(() => bench.cancel()))
  const rows = [['cancel, then a close part of the waveform', ms(cancel.value.count), '']]
  for (const path of ['webcodecs', 'ffmpeg'] as const) {
    const { value } = await run.fresh(video, async (page) => ({
      value: await page.evaluate((way) => bench.shots(way, 30_000), path),
    }))
    rows.push([`shot changes by ${path}`, `${(value.count / value.totalMs).toFixed(1)}× real time`, ms(value.firstMs)])
  }
  printTable('Other work on 60 minutes', ['', '', 'first'], rows)
}
