/** The least that draws the same: one canvas, no layers, no rules, no undo, as the machine's own cost. */
import { BUCKET_VALUES } from '#core/media/buckets.ts'
import { PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { buckets, type Driver, host, WIDTH, zoomFactor } from './hour.ts'

export function bareCanvas(cues: readonly Cue[], viewMs: number): () => Promise<Driver> {
  const values = buckets()
  return () => Promise.resolve(open([...cues], viewMs, values))
}

function open(cues: Cue[], viewMs: number, values: Int16Array): Driver {
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
  const wheel = (event: WheelEvent): void => {
    event.preventDefault()
    startMs = Math.max(0, startMs + event.deltaX / pxPerMs)
    change()
  }
  canvas.addEventListener('wheel', wheel, { passive: false })
  change()
  return {
    zoom: (step) => {
      const middle = startMs + WIDTH / 2 / pxPerMs
      pxPerMs *= zoomFactor(step)
      startMs = Math.max(0, middle - WIDTH / 2 / pxPerMs)
      change()
    },
    edge: () => {
      const box = canvas.getBoundingClientRect()
      const cue = cues.find(({ end }) => (end - startMs) * pxPerMs > 300)!
      return { x: box.left + (cue.end - startMs) * pxPerMs - 2, y: box.top + 200 }
    },
  }
}
