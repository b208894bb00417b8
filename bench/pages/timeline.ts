/** Called by `bench/timeline.ts` in the browser: our timeline, and the peers with the same waveform and cues. */
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { bareCanvas } from './bare-canvas.ts'
import { cuesOf, type Driver } from './hour.ts'
import { ours } from './ours.tsx'
import { peaksJs, wavesurfer } from './peers.ts'

type Maker = (cues: readonly Cue[], viewMs: number) => (() => Promise<Driver>) | Promise<() => Promise<Driver>>

const makers = {
  ours,
  'ours, WebGL': (cues: readonly Cue[], viewMs: number) => ours(cues, viewMs, 'webgl'),
  'bare canvas': bareCanvas,
  wavesurfer,
  'peaks.js': peaksJs,
} satisfies Record<string, Maker>

export type Peer = keyof typeof makers

let driver: Driver

export const timelineBench = {
  /** Milliseconds until the timeline with all its lines is drawn. */
  async open(peer: Peer, count: number, viewMs: number): Promise<number> {
    const maker: Maker = makers[peer]
    const open = await maker(cuesOf(count), viewMs)
    return painted(async () => {
      driver = await open()
    })
  },
  /** One zoom step per frame. */
  async zoom(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      driver.zoom(step)
      await nextFrame()
    }
  },
  edge: (): { x: number; y: number } => driver.edge(),
}

export type TimelineBench = typeof timelineBench

async function painted(change: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await change()
  await nextFrame()
  await nextFrame()
  return performance.now() - begin
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()))
}

Object.assign(window, { timelineBench })
