/** The alternatives on npm: wavesurfer.js with regions, peaks.js with segments. */
import { BUCKET_VALUES } from '#core/media/buckets.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { buckets, type Driver, DURATION_MS, host, WIDTH, zoomFactor } from './hour.ts'

export function wavesurfer(cues: readonly Cue[], viewMs: number): () => Promise<Driver> {
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
  let perSecond = (WIDTH / viewMs) * 1000
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
  return {
    zoom: (step) => {
      perSecond *= zoomFactor(step)
      surfer.zoom(perSecond)
    },
    edge: () => {
      const { left, top } = host().getBoundingClientRect()
      const region = regions
        .getRegions()
        .find(({ end, element }) => element?.isConnected && end * perSecond - surfer.getScroll() > 300)!
      return { x: left + region.end * perSecond - surfer.getScroll() - 1, y: top + 60 }
    },
  }
}

export function peaksJs(cues: readonly Cue[], viewMs: number): () => Promise<Driver> {
  const values = buckets()
  const length = values.length / BUCKET_VALUES
  const data: number[] = []
  for (let at = 0; at < length; at++) data.push(values[at * BUCKET_VALUES]! >> 8, values[at * BUCKET_VALUES + 1]! >> 8)
  const json = { version: 2, channels: 1, sample_rate: 8000, samples_per_pixel: 64, bits: 8, length, data }
  return () => openPeaksJs(cues, viewMs, json)
}

interface PeaksInstance {
  views: {
    getView(name: string): {
      setZoom(options: { seconds: number }): void
      setStartTime(seconds: number): void
      getStartTime(): number
      setWheelMode(mode: 'scroll'): void
      enableSegmentDragging(enable: boolean): void
    }
  }
  segments: { add(segments: object[]): void }
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
  type Done = (error: Error | null, made?: PeaksInstance) => void
  const maker = Peaks as unknown as { init(options: object, done: Done): void }
  const instance = await new Promise<PeaksInstance>((resolve, reject) => {
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
  view.setWheelMode('scroll')
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
  const perPx = (): number => seconds / WIDTH
  return {
    zoom: (step) => {
      seconds /= zoomFactor(step)
      view.setZoom({ seconds })
    },
    edge: () => {
      const box = host().getBoundingClientRect()
      const cue = cues.find(({ end }) => (end / 1000 - view.getStartTime()) / perPx() > 300)!
      return { x: box.left + (cue.end / 1000 - view.getStartTime()) / perPx(), y: box.top + 80 }
    },
  }
}
