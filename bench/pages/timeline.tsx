/** What `bench/editor.ts` measures in the browser: our timeline, and the peers with the same waveform and lines. */
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { BUCKET_VALUES } from '#core/media/buckets.ts'
import { Peaks as OurPeaks, PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { type Cue, makeCue } from '#core/subtitle/cue.ts'
import { EditorSession } from '#src/editor/session.ts'
import { listenToGestures } from '#src/editor/timeline/gestures.ts'
import type { TimelineScene } from '#src/editor/timeline/scene.ts'
import { Timeline } from '#src/editor/timeline/Timeline.tsx'
import { panBy, xOf, zoomTo } from '#src/editor/timeline/view.ts'

const DURATION_MS = 3_600_000
const WIDTH = 1400
export const peers = ['ours', 'bare canvas', 'wavesurfer', 'peaks.js'] as const
export type Peer = (typeof peers)[number]

/** One timeline, driven in the same steps whatever it is. */
interface Driver {
  pan(step: number): void
  zoom(step: number): void
  /** Where the edge of a line in view is, and what takes the pointer there. */
  edge(): { target: Element; x: number; y: number }
  idleFrames(): number
}

export interface Series {
  /** Frames that came in the time, a second. */
  readonly frames: number
  readonly steps: number
}

const host = () => document.querySelector<HTMLElement>('#host')!

function cuesOf(count: number): Cue[] {
  const slot = DURATION_MS / count
  return Array.from({ length: count }, (_, at) => {
    const start = Math.round(at * slot)
    return makeCue(`c${at}`, start, Math.round(start + slot * 0.8), `Line ${at + 1} of the film`)
  })
}

/** Louder and softer noise: least, greatest and root mean square of each bucket. */
function buckets(): Int16Array {
  const count = (DURATION_MS / 1000) * PEAKS_PER_SECOND
  const values = new Int16Array(count * BUCKET_VALUES)
  for (let at = 0; at < count; at++) {
    const loud = Math.abs(Math.sin(at / 400)) * 20_000 + ((at * 7919) % 6000)
    values.set([-loud, loud, loud / 2].slice(0, BUCKET_VALUES), at * BUCKET_VALUES)
  }
  return values
}

function ours(cues: readonly Cue[], viewMs: number): () => Promise<Driver> {
  const peaks = new OurPeaks(DURATION_MS)
  peaks.fill(0, buckets())
  return () => openOurs(cues, viewMs, peaks)
}

async function openOurs(cues: readonly Cue[], viewMs: number, peaks: OurPeaks): Promise<Driver> {
  const session = new EditorSession(cues, DURATION_MS, { num: 25, den: 1 })
  const scene = await new Promise<TimelineScene>((resolve) => {
    const App = (): ReactNode => <Timeline onScene={resolve} />
    createRoot(host()).render(<App />)
  })
  scene.resize(WIDTH)
  const show = (): void =>
    scene.set({
      cues: session.cells.list,
      marks: {
        focus: session.cells.focus,
        selection: new Set(session.cells.selection),
        isFaulty: () => false,
        colorOf: () => undefined,
      },
    })
  scene.set({
    durationMs: DURATION_MS,
    peaks,
    view: { startMs: 0, pxPerMs: WIDTH / viewMs, width: WIDTH },
    filmMarks: {
      cuts: Array.from({ length: 900 }, (_, at) => at * 4000),
      speech: Array.from({ length: 1000 }, (_, at) => ({ start: at * 3600, end: at * 3600 + 2000 })),
    },
  })
  show()
  const element = host()
  const preview = session.preview.bind(session)
  session.preview = (patch) => {
    preview(patch)
    show()
  }
  session.onChange(show)
  listenToGestures({
    element,
    session,
    view: () => scene.state.view,
    setView: (view) => scene.set({ view }),
    lanes: () => scene.state.lanes,
    durationMs: () => DURATION_MS,
    seek: () => undefined,
    showGuide: () => undefined,
    showRange: () => undefined,
  })
  return {
    pan: (step) => scene.set({ view: panBy(scene.state.view, step % 60 < 30 ? 24 : -24, DURATION_MS) }),
    zoom: (step) => {
      const { view } = scene.state
      const factor = step % 40 < 20 ? 1.04 : 1 / 1.04
      scene.set({ view: zoomTo(view, view.pxPerMs * factor, WIDTH / 2, DURATION_MS) })
    },
    edge: () => {
      const box = element.getBoundingClientRect()
      const cue = cues.find(({ end }) => xOf(scene.state.view, end) > 300)!
      return { target: element, x: box.left + xOf(scene.state.view, cue.end) - 2, y: box.top + 200 }
    },
    idleFrames: () => scene.frames,
  }
}

/** The least that draws the same at all: one canvas, no layers, no rules, no undo. What the machine itself costs. */
function bareCanvas(cues: readonly Cue[], viewMs: number): () => Promise<Driver> {
  const values = buckets()
  return () => Promise.resolve(openBareCanvas([...cues], viewMs, values))
}

function openBareCanvas(cues: Cue[], viewMs: number, values: Int16Array): Driver {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = 222
  host().append(canvas)
  const context = canvas.getContext('2d')!
  context.font = '12px system-ui'
  let [startMs, pxPerMs, scheduled, held] = [0, WIDTH / viewMs, 0, -1]
  const firstEndingAfter = (ms: number): number => {
    let [lo, hi] = [0, cues.length]
    while (lo < hi) {
      const middle = (lo + hi) >> 1
      if (cues[middle]!.end > ms) hi = middle
      else lo = middle + 1
    }
    return lo
  }
  const draw = (): void => {
    scheduled = 0
    context.fillStyle = '#16191f'
    context.fillRect(0, 0, WIDTH, 222)
    context.fillStyle = '#4f9d8f'
    const perPx = PEAKS_PER_SECOND / 1000 / pxPerMs
    for (let x = 0; x < WIDTH; x++) {
      const bucket = Math.floor((startMs * PEAKS_PER_SECOND) / 1000 + x * perPx) * BUCKET_VALUES
      const high = ((values[bucket + 1] ?? 0) / 32_768) * 42
      context.fillRect(x, 136 - high, 1, Math.max(1, high * 2))
    }
    for (let at = firstEndingAfter(startMs); at < cues.length; at++) {
      const { start, end, text } = cues[at]!
      const x = (start - startMs) * pxPerMs
      if (x > WIDTH) break
      const width = (end - start) * pxPerMs
      context.fillStyle = '#34507a'
      context.fillRect(x, 180, width, 40)
      if (width < 34) continue
      context.fillStyle = '#f4f7fb'
      context.fillText(text, x + 7, 204, width - 14)
    }
  }
  const change = (): void => {
    scheduled ||= requestAnimationFrame(draw)
  }
  canvas.addEventListener('pointerdown', (event) => {
    held = firstEndingAfter(startMs + (event.offsetX - 4) / pxPerMs)
    canvas.setPointerCapture(event.pointerId)
  })
  canvas.addEventListener('pointermove', (event) => {
    if (held < 0) return
    cues[held] = { ...cues[held]!, end: Math.round(startMs + event.offsetX / pxPerMs) }
    change()
  })
  canvas.addEventListener('pointerup', () => {
    held = -1
  })
  change()
  return {
    pan: (step) => {
      startMs = Math.max(0, startMs + (step % 60 < 30 ? 24 : -24) / pxPerMs)
      change()
    },
    zoom: (step) => {
      const middle = startMs + WIDTH / 2 / pxPerMs
      pxPerMs *= step % 40 < 20 ? 1.04 : 1 / 1.04
      startMs = Math.max(0, middle - WIDTH / 2 / pxPerMs)
      change()
    },
    edge: () => {
      const box = canvas.getBoundingClientRect()
      const cue = cues.find(({ end }) => (end - startMs) * pxPerMs > 300)!
      return { target: canvas, x: box.left + (cue.end - startMs) * pxPerMs - 2, y: box.top + 200 }
    },
    idleFrames: () => 0,
  }
}

function wavesurfer(cues: readonly Cue[], viewMs: number): () => Promise<Driver> {
  const values = buckets()
  const channel = new Float32Array(values.length / BUCKET_VALUES)
  for (let at = 0; at < channel.length; at++) channel[at] = values[at * BUCKET_VALUES + 1]! / 32_768
  return () => openWavesurfer(cues, viewMs, channel)
}

async function openWavesurfer(cues: readonly Cue[], viewMs: number, channel: Float32Array): Promise<Driver> {
  const [{ default: WaveSurfer }, { default: Regions }] = await Promise.all([
    import('wavesurfer.js'),
    import('wavesurfer.js/dist/plugins/regions.esm.js'),
  ])
  const regions = Regions.create()
  const perSecond = (WIDTH / viewMs) * 1000
  const surfer = WaveSurfer.create({
    container: host(),
    height: 160,
    peaks: [channel],
    duration: DURATION_MS / 1000,
    minPxPerSec: perSecond,
    plugins: [regions],
  })
  await new Promise<void>((resolve) => surfer.once('ready', () => resolve()))
  for (const { id, start, end, text } of cues) {
    regions.addRegion({ id, start: start / 1000, end: end / 1000, content: text, drag: true, resize: true })
  }
  let zoomed = perSecond
  return {
    pan: (step) => surfer.setScroll(surfer.getScroll() + (step % 60 < 30 ? 24 : -24)),
    zoom: (step) => {
      zoomed *= step % 40 < 20 ? 1.04 : 1 / 1.04
      surfer.zoom(zoomed)
    },
    edge: () => {
      const left = host().getBoundingClientRect().left
      const region = regions
        .getRegions()
        .find(({ end, element }) => element?.isConnected && end * zoomed - surfer.getScroll() > 300)!
      const target = region.element!.querySelector('[part*="region-handle-right"]')!
      return {
        target,
        x: left + region.end * zoomed - surfer.getScroll() - 1,
        y: host().getBoundingClientRect().top + 60,
      }
    },
    idleFrames: () => 0,
  }
}

function peaksJs(cues: readonly Cue[], viewMs: number): () => Promise<Driver> {
  const values = buckets()
  const length = values.length / BUCKET_VALUES
  const data: number[] = []
  for (let at = 0; at < length; at++) data.push(values[at * BUCKET_VALUES]! >> 8, values[at * BUCKET_VALUES + 1]! >> 8)
  const json = { version: 2, channels: 1, sample_rate: 8000, samples_per_pixel: 64, bits: 8, length, data }
  return () => openPeaksJs(cues, viewMs, json)
}

async function openPeaksJs(cues: readonly Cue[], viewMs: number, json: object): Promise<Driver> {
  const { default: Peaks } = await import('peaks.js')
  host().innerHTML = '<div id="zoomview" style="width:1400px;height:160px"></div>'
  const player = {
    init: () => Promise.resolve(),
    destroy: () => undefined,
    play: () => Promise.resolve(),
    pause: () => undefined,
    isPlaying: () => false,
    isSeeking: () => false,
    getCurrentTime: () => 0,
    getDuration: () => DURATION_MS / 1000,
    seek: () => undefined,
  }
  type Instance = {
    views: {
      getView(name: string): {
        setZoom(options: { seconds: number }): void
        setStartTime(seconds: number): void
        getStartTime(): number
        enableSegmentDragging(enable: boolean): void
      }
    }
    segments: { add(segments: object[]): void }
  }
  type Done = (error: Error | null, made?: Instance) => void
  const maker = Peaks as unknown as { init(options: object, done: Done): void }
  const instance = await new Promise<Instance>((resolve, reject) => {
    maker.init(
      {
        zoomview: { container: document.querySelector('#zoomview') },
        player,
        waveformData: { json },
        zoomLevels: [64, 128, 256, 512, 1024, 4096, 16_384],
      },
      (error, made) => (made ? resolve(made) : reject(error ?? new Error('no peaks'))),
    )
  })
  const view = instance.views.getView('zoomview')
  view.setZoom({ seconds: viewMs / 1000 })
  instance.segments.add(
    cues.map(({ id, start, end, text }) => ({
      id,
      startTime: start / 1000,
      endTime: end / 1000,
      labelText: text,
      editable: true,
    })),
  )
  let seconds = viewMs / 1000
  const perPx = () => seconds / WIDTH
  return {
    pan: (step) => view.setStartTime(Math.max(0, view.getStartTime() + (step % 60 < 30 ? 24 : -24) * perPx())),
    zoom: (step) => {
      seconds *= step % 40 < 20 ? 1 / 1.04 : 1.04
      view.setZoom({ seconds })
    },
    edge: () => {
      const box = host().getBoundingClientRect()
      const cue = cues.find(({ end }) => (end / 1000 - view.getStartTime()) / perPx() > 300)!
      const target = host().querySelector('canvas')!.parentElement!
      return { target, x: box.left + (cue.end / 1000 - view.getStartTime()) / perPx(), y: box.top + 80 }
    },
    idleFrames: () => 0,
  }
}

const makers = { ours, 'bare canvas': bareCanvas, wavesurfer, 'peaks.js': peaksJs }
let driver: Driver

export const timelineBench = {
  /** Milliseconds until the timeline with all its lines is drawn. */
  async open(peer: Peer, count: number, viewMs: number): Promise<number> {
    const open = makers[peer](cuesOf(count), viewMs)
    const begin = performance.now()
    driver = await open()
    await nextFrame()
    await nextFrame()
    return performance.now() - begin
  },
  async run(what: 'pan' | 'zoom', steps: number): Promise<Series> {
    const begin = performance.now()
    for (let step = 0; step < steps; step++) {
      driver[what](step)
      await nextFrame()
    }
    return { frames: (steps * 1000) / (performance.now() - begin), steps }
  },
  edge(): { x: number; y: number } {
    const { x, y } = driver.edge()
    return { x, y }
  },
  idleFrames: () => driver.idleFrames(),
}

export type TimelineBench = typeof timelineBench

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()))
}

Object.assign(window, { timelineBench })
