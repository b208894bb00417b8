import { usualRenderer } from './renderer-choice.ts'

/**
 * A hack for browsers without a GPU: they take a new copy of every canvas for each frame of the page, by any change; a
 * desynchronized one they take when it was drawn on. With a GPU it could tear.
 */
export function desynchronizedContext(
  canvas: HTMLCanvasElement,
  options: CanvasRenderingContext2DSettings = {},
): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { ...options, desynchronized: usualRenderer() === 'canvas' })
}
