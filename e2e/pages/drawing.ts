import type { Page } from '@playwright/test'

/** The drawing over the picture: where it is, in shares of the picture. */
export interface Drawing {
  readonly left: number
  readonly top: number
  readonly bottom: number
  /** Its pixels as a share of all. */
  readonly share: number
  /** A sum that changes with any of its pixels. */
  readonly sum: number
}

/** The drawing over the picture; with a colour, its pixels of that colour only. */
export async function drawing(page: Page, color?: readonly [number, number, number]): Promise<Drawing> {
  return page.getByTestId('subtitle-canvas').evaluate((canvas: HTMLCanvasElement, wanted) => {
    const copy = document.createElement('canvas')
    ;[copy.width, copy.height] = [canvas.width, canvas.height]
    const context = copy.getContext('2d')!
    context.drawImage(canvas, 0, 0)
    const { data } = context.getImageData(0, 0, copy.width, copy.height)
    let [left, top, bottom, count, sum] = [1, 1, 0, 0, 0]
    for (let at = 0; at < data.length; at += 4) {
      const alpha = data[at + 3] ?? 0
      if (alpha === 0) continue
      const isWanted = (value: number, channel: number): boolean => Math.abs((data[at + channel] ?? 0) - value) < 24
      if (wanted && (alpha < 250 || !wanted.every(isWanted))) continue
      const x = ((at / 4) % copy.width) / copy.width
      const y = Math.floor(at / 4 / copy.width) / copy.height
      left = Math.min(left, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      count++
      sum = (sum * 31 + (at + 3) * alpha) % 1_000_000_007
    }
    return { left, top, bottom, share: count / (copy.width * copy.height), sum }
  }, color)
}
