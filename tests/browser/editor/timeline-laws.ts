import 'pixi.js/unsafe-eval'
import { Application, Ticker } from 'pixi.js'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { BUCKET_VALUES } from '#core/media/buckets.ts'
import { Peaks, PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { rulerTicks } from '#core/timing/ruler.ts'
import { outlinesOf } from '#src/editor/model/document/cues-in-time.ts'
import { FONT_FAMILY, paletteOf } from '#src/editor/timeline/palette.ts'
import { defaultTracks, TimelineScene, tracksHeight } from '#src/editor/timeline/scene.ts'
import { CanvasStage } from '#src/editor/timeline/surface/canvas-stage.ts'
import { GpuStage } from '#src/editor/timeline/surface/gpu-stage.ts'
import { evenly } from '#tests/support/evenly.ts'
import { endOf, keepInside, LABEL_PX, timeAt, type View, xOf } from '#src/editor/timeline/view.ts'

Ticker.system.autoStart = false
Ticker.system.stop()

/** A click in the sound every ten seconds, and a line that starts with it. */
const EVERY_MS = 10_000
export const DURATION_MS = 3_600_000
const NEAR_PX = 2

export const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

export async function openScene(preference: 'canvas' | 'webgl'): Promise<{ app: Application; scene: TimelineScene }> {
  const app = new Application()
  await app.init({
    // Pixi's types lack its canvas renderer.
    preference: preference as 'webgl',
    autoStart: false,
    sharedTicker: false,
    autoDensity: true,
    preserveDrawingBuffer: true,
    width: 1000,
    height: tracksHeight(defaultTracks),
  })
  const StageOf = { canvas: CanvasStage, webgl: GpuStage }[preference]
  const scene = new TimelineScene(new StageOf(app, app.stage))
  document.body.append(app.canvas)
  scene.set({ cues: lines(), peaks: clicks(), durationMs: DURATION_MS, videoMs: DURATION_MS })
  ends.push(() => {
    scene.destroy()
    app.destroy(true)
  })
  return { app, scene }
}

export function lines() {
  return cueList(
    Array.from({ length: DURATION_MS / EVERY_MS }, (_, at) => ({
      id: `c${at}`,
      start: at * EVERY_MS,
      end: at * EVERY_MS + 4000,
      text: '',
      roles: [],
    })),
  )
}

function clicks(): Peaks {
  const peaks = new Peaks(DURATION_MS)
  const buckets = new Int16Array(peaks.bucketCount * BUCKET_VALUES)
  for (let ms = 0; ms < DURATION_MS; ms += EVERY_MS) {
    buckets.set([-32_000, 32_000, 20_000], (ms / 1000) * PEAKS_PER_SECOND * BUCKET_VALUES)
  }
  peaks.fill(0, buckets)
  return peaks
}

/** Waits until the picture is drawn and repainted at its final scale. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 130))
  await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Tolerance over all three channels: edges are blurred if a CSS pixel is no whole number of screen pixels. */
const toleranceOf = (density: number): number => (Number.isInteger(density) ? 40 : 90)

/** Whether a colour is drawn near a position in CSS pixels. */
export function reader(canvas: HTMLCanvasElement, density: number) {
  const copy = document.createElement('canvas')
  copy.width = canvas.width
  copy.height = canvas.height
  const context = copy.getContext('2d', { willReadFrequently: true })!
  context.drawImage(canvas, 0, 0)
  const { data, width } = context.getImageData(0, 0, copy.width, copy.height)
  const isAt = (px: number, y: number, [r, g, b]: readonly number[]): boolean => {
    const at = (Math.round(y * density) * width + px) * 4
    return Math.abs(data[at]! - r!) + Math.abs(data[at + 1]! - g!) + Math.abs(data[at + 2]! - b!) < toleranceOf(density)
  }
  return {
    pageWidth: width / density,
    isNear: (x: number, y: number, color: readonly number[], reach = NEAR_PX): boolean => {
      const [from, to] = [Math.floor((x - reach) * density), Math.ceil((x + reach) * density)]
      for (let px = Math.max(0, from); px <= Math.min(width - 1, to); px++) if (isAt(px, y, color)) return true
      return false
    },
  }
}

export const rgb = (color: number): number[] => [(color >> 16) & 255, (color >> 8) & 255, color & 255]
export const darkPalette = paletteOf()
export const waveRgb = rgb(darkPalette.wave)

/** Times in view at equal steps, without its edges. */
function timesIn(view: View, stepMs: number): number[] {
  const times: number[] = []
  for (let ms = Math.ceil(view.startMs / stepMs) * stepMs; ms <= Math.min(endOf(view), DURATION_MS); ms += stepMs) {
    if (xOf(view, ms) > 4 && xOf(view, ms) < view.width - 4) times.push(ms)
  }
  return times
}

export const { ruler, thumbnails, wave, cues } = defaultTracks
const tickY = ruler - 8
// A click is averaged with the silence around it, so that it is drawn lower the more time a pixel spans.
export const waveY = ruler + thumbnails + wave / 2
const cueY = ruler + thumbnails + wave + cues / 2

function expectAgreement({ app, scene }: Awaited<ReturnType<typeof openScene>>, density: number): void {
  const { view } = scene.state
  const { pageWidth, isNear } = reader(app.canvas, density)
  expect(Math.abs(pageWidth - view.width)).toBeLessThan(1)
  const least = LABEL_PX / view.pxPerMs
  const ticks = rulerTicks(0, 10 * least, least, scene.state.notation)
  const [first, second] = ticks.filter(({ label }) => label !== undefined)
  const step = second!.ms - first!.ms
  for (const ms of timesIn(view, step)) {
    expect(isNear(xOf(view, ms), tickY, rgb(darkPalette.rulerLine)), `ruler at ${ms} in ${JSON.stringify(view)}`).toBe(
      true,
    )
    expect(isNear(xOf(view, ms + step / 2), tickY, rgb(darkPalette.rulerLine)), `nothing at ${ms + step / 2}`).toBe(
      false,
    )
  }
  // Closer clicks merge into one noise, and lines into one strip.
  if (view.pxPerMs * EVERY_MS < 30) return
  for (const ms of timesIn(view, EVERY_MS)) {
    const x = xOf(view, ms)
    expect(isNear(x, waveY, waveRgb, NEAR_PX + 8 * view.pxPerMs), `sound at ${ms} in ${JSON.stringify(view)}`).toBe(
      true,
    )
    expect(isNear(x + 2, cueY, rgb(darkPalette.cue), 4), `line at ${ms}`).toBe(true)
    // A click on the timeline seeks to the time that is drawn there.
    expect(Math.abs(timeAt(view, Math.round(x)) - ms) * view.pxPerMs).toBeLessThanOrEqual(NEAR_PX)
  }
}

/** Retries, since the timeline repaints when the machine is idle. */
async function expectAgreementSoon(opened: Awaited<ReturnType<typeof openScene>>, density: number): Promise<void> {
  for (const until = performance.now() + 10_000; ;) {
    await settled()
    try {
      return expectAgreement(opened, density)
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}

function setDensity(density: number): void {
  Object.defineProperty(window, 'devicePixelRatio', { value: density, configurable: true })
}

const isNoTime = (text: string): boolean => !/^[\d:.]+$/.test(text)

/** What the timeline draws is right with a renderer; a page has one, since Pixi shares shaders between them. */
export function timelineLaws(renderer: 'canvas' | 'webgl'): void {
  test(`${renderer}: the time at a place is the time drawn there`, async () => {
    const opened = await openScene(renderer)
    const native = devicePixelRatio
    ends.push(() => setDensity(native))
    const look = fc.record({
      width: fc.integer({ min: 300, max: 2600 }),
      // From a whole hour to a tenth of a second per hundred pixels.
      scale: evenly(0, 1),
      at: evenly(0, 1),
      density: fc.constantFrom(1, 1.25, 2),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(look, { minLength: 2, maxLength: 4 }), async (looks) => {
        for (const { width, scale, at, density } of looks) {
          setDensity(density)
          const pxPerMs = (width / DURATION_MS) * (DURATION_MS / width) ** scale
          opened.scene.resize(keepInside({ startMs: at * DURATION_MS, pxPerMs, width }, DURATION_MS))
          await expectAgreementSoon(opened, density)
        }
      }),
      // Shrinking would take too long on a machine without a GPU.
      { numRuns: 12, endOnFailure: true },
    )
  })

  test(`${renderer}: labels show what a viewer reads, cut to fit`, async () => {
    const { scene } = await openScene(renderer)
    const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText')
    ends.push(() => written.mockRestore())
    const labels = (): string[] => written.mock.calls.map(([text]) => text).filter(isNoTime)
    const text = '{\\an8}<i>Over</i> the <font color="#ff0000">sea</font>'
    const show = (shown: string, px: number): void =>
      scene.set({
        cues: cueList([{ id: 'a', start: 0, end: 60_000, text: shown, roles: [] }]),
        view: { startMs: 0, pxPerMs: px / 60_000, width: 1000 },
      })
    show(text, 600)
    await expect.poll(labels).toContain('Over the sea')
    // Starts with letters wider than the average.
    show('MMMMMMMMMMMMiiiiiiiiiiii', 120)
    await expect.poll(labels).toContainEqual(expect.stringMatching(/^M+…$/))
    const [cut] = labels().filter((label) => label.endsWith('…'))
    const measure = document.createElement('canvas').getContext('2d')!
    measure.font = `12px ${FONT_FAMILY}`
    expect(measure.measureText(cut!).width).toBeLessThanOrEqual(120 - 14)
    expect(measure.measureText(cut!.replace('…', 'M…')).width).toBeGreaterThan(120 - 14)
    // A longer text has two rows: between words, in Chinese between any two letters.
    for (const [shown, first] of [
      ['Good morning and welcome to the harbour', /^Good( \w+)*$/],
      ['早上好欢迎来到港口第一批船出发之前', /^早上好\p{L}+$/u],
    ] as const) {
      written.mockClear()
      show(shown, 120)
      await expect.poll(labels).toHaveLength(2)
      const [upper = '', lower = ''] = labels()
      expect(upper).toMatch(first)
      expect(lower).toMatch(/…$/)
      expect(shown.slice(upper.length).trimStart()).toContain(lower.slice(0, -1))
    }
  })

  test(`${renderer}: what is drawn again is drawn the same`, async () => {
    const { app, scene } = await openScene(renderer)
    const looks: Partial<TimelineScene['state']>[] = [
      { view: { startMs: 0, pxPerMs: 0.025, width: 1000 } },
      { view: { startMs: 0, pxPerMs: 1000 / DURATION_MS, width: 1000 } },
      { overlay: outlinesOf(lines()), view: { startMs: 3000, pxPerMs: 0.01, width: 1000 } },
      { videoMarks: { shotChanges: [4000, 9000], speech: [{ start: 0, end: 5000 }] } },
    ]
    const shown: string[] = []
    for (const change of looks) {
      scene.set(change)
      await settled()
      shown.push(app.canvas.toDataURL())
    }
    expect(new Set(shown).size).toBe(looks.length)
    // Earlier drawing leaves nothing behind.
    scene.set({ overlay: outlinesOf(cueList([])), videoMarks: { shotChanges: [], speech: [] }, ...looks[0] })
    await settled()
    expect(app.canvas.toDataURL()).toBe(shown[0])
  })
}
