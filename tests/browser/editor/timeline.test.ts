import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { BUCKET_VALUES } from '#core/media/buckets.ts'
import { Peaks } from '#core/media/peaks.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { GuideMark } from '#src/editor/timeline/guide-mark.ts'
import type { TimelineScene } from '#src/editor/timeline/scene.ts'
import { Timeline } from '#src/editor/timeline/Timeline.tsx'
import { keepInside, type View, xOf } from '#src/editor/timeline/view.ts'
import { evenly } from '#tests/support/evenly.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import {
  cues,
  darkPalette,
  DURATION_MS,
  ends,
  openScene,
  reader,
  rgb,
  ruler,
  settled,
  thumbnails,
  timelineLaws,
  wave,
  waveRgb,
  waveY,
} from './timeline-laws.ts'

timelineLaws('canvas')

test('the waveform ends with the video', async () => {
  const { app, scene } = await openScene('canvas')
  scene.set({ durationMs: DURATION_MS + 60_000 })
  scene.resize({ startMs: DURATION_MS - 30_000, pxPerMs: 0.01, width: 900 })
  await settled()
  const { isNear } = reader(app.canvas, devicePixelRatio)
  const back = rgb(darkPalette.waveBack)
  // The last click, ten seconds before the end.
  expect(isNear(200, waveY, waveRgb)).toBe(true)
  for (let x = 310; x < 890; x += 7) expect(isNear(x, waveY, back, 0)).toBe(true)
})

test('the waveform shows through a box in the colour of its speaker, and nowhere beside it', async () => {
  const { app, scene } = await openScene('canvas')
  const peaks = new Peaks(60_000)
  peaks.fill(0, new Int16Array(peaks.bucketCount * BUCKET_VALUES).fill(32_000))
  const [speaker] = darkPalette.roles
  const cueAt = (id: string, start: number) => ({ id, start, end: start + 10_000, text: '', roles: [] })
  scene.set({
    peaks,
    cues: cueList([cueAt('a', 0), cueAt('b', 20_000)]),
    marks: { ...scene.state.marks, colorOf: ({ id }) => (id === 'a' ? speaker : undefined) },
  })
  scene.resize({ startMs: 0, pxPerMs: 0.02, width: 1000 })
  await settled()
  const { isNear } = reader(app.canvas, devicePixelRatio)
  const y = ruler + thumbnails + wave + cues / 2
  const overWave = (color: number) => rgb(color).map((part, at) => part * 0.78 + waveRgb[at]! * 0.22)
  expect(isNear(100, y, overWave(speaker!.body))).toBe(true)
  expect(isNear(500, y, overWave(darkPalette.cue))).toBe(true)
  for (let x = 210; x < 390; x += 9) expect(isNear(x, y, rgb(darkPalette.background), 0)).toBe(true)
})

test('a picture begins at its time, shows its own frame, and goes on to the next one', async () => {
  const { app, scene } = await openScene('canvas')
  const colorOf = (ms: number): number[] => [67, 149, 211].map((factor) => ((ms / 20) * factor) % 256)
  const picture = (color: readonly number[]): ImageBitmap => {
    const canvas = new OffscreenCanvas(124, 70)
    const context = canvas.getContext('2d')!
    context.fillStyle = `rgb(${color.join()})`
    context.fillRect(0, 0, 124, 70)
    return canvas.transferToImageBitmap()
  }
  await fc.assert(
    fc.asyncProperty(evenly(0, DURATION_MS - 60_000), evenly(Math.log(0.0005), 0), async (startMs, zoom) => {
      const view = keepInside({ startMs, pxPerMs: Math.exp(zoom), width: 1000 }, DURATION_MS)
      scene.set({ view })
      // An earlier case may have left pictures.
      scene.thumbnails.reset(1)
      scene.thumbnails.put(0, picture([0, 0, 0]))
      const times = scene.thumbnails.missing(view, DURATION_MS, thumbnails)
      for (const ms of times) scene.thumbnails.putFine(ms, picture(colorOf(ms)))
      expect(scene.thumbnails.missing(view, DURATION_MS, thumbnails)).toEqual([])
      scene.invalidate()
      await settled()
      const { isNear } = reader(app.canvas, devicePixelRatio)
      for (const [at, ms] of times.entries()) {
        const [from, to] = [xOf(view, ms), Math.min(xOf(view, times[at + 1] ?? DURATION_MS), 1000)]
        // A picture that starts in the last pixels is too narrow to check.
        for (const x of to - from > 4 ? [from + 2, to - 2] : [])
          if (x > 1 && x < 999) expect(isNear(x, ruler + thumbnails / 2, colorOf(ms), 0), `${ms} at ${x}`).toBe(true)
      }
    }),
    {
      numRuns: 15,
      examples: [
        [0, Math.log(0.5)],
        [0, 0],
        [1_014_918, -0.003040360983816548],
      ],
    },
  )
})

/** Resolves once a canvas is added to the host. */
function canvasIn(host: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver((changes) => {
      if (!changes.some(({ addedNodes }) => [...addedNodes].some((node) => node instanceof HTMLCanvasElement))) return
      observer.disconnect()
      resolve()
    })
    observer.observe(host, { childList: true, subtree: true })
  })
}

test('a timeline that is left while its canvas is being made says nothing, and the next one draws', async () => {
  const faults: unknown[] = []
  const note = (event: ErrorEvent): number => faults.push(event.error)
  addEventListener('error', note)
  const said = vi.spyOn(console, 'error').mockImplementation((...all: unknown[]) => void faults.push(all))
  const kept: TimelineScene[] = []
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const show = (key: string, onScene: (scene: TimelineScene) => void): void =>
    root.render(createElement(Timeline, { key, renderer: 'canvas', onScene }))
  ends.push(() => {
    removeEventListener('error', note)
    said.mockRestore()
    root.unmount()
    host.remove()
  })
  for (let turn = 0; turn < 8; turn++) {
    const begun = canvasIn(host)
    show(`left ${turn}`, () => undefined)
    // The next scene replaces this one at several moments of its creation.
    await begun
    for (let moment = 0; moment < 4 * turn; moment++) await Promise.resolve()
    flushSync(() => show(`kept ${turn}`, (scene) => kept.push(scene)))
    await waitFor(() => expect(kept).toHaveLength(turn + 1))
  }
  expect(faults).toEqual([])
})

test('the line at what an edge snapped to is where that time is drawn, also when the view moves', () => {
  const element = document.body.appendChild(document.createElement('div'))
  ends.push(() => element.remove())
  const mark = new GuideMark(element)
  const view: View = { startMs: 0, pxPerMs: 0.025, width: 1000 }
  const xShown = (): number => new DOMMatrix(getComputedStyle(element).transform).m41
  mark.show(2000, view)
  expect([element.style.opacity, xShown()]).toEqual(['1', 50])
  mark.place({ ...view, startMs: 1000 })
  expect(xShown()).toBe(25)
  mark.show(undefined, view)
  expect(element.style.opacity).toBe('0')
})
