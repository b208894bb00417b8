import { usualRenderer } from './renderer-choice.ts'

/**
 * For browsers without a GPU, which copy every canvas on each change of the page; a desynchronized one only when it is
 * drawn. With a GPU it could tear.
 */
export function desynchronizedContext(
  canvas: HTMLCanvasElement,
  options: CanvasRenderingContext2DSettings = {},
): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { ...options, desynchronized: usualRenderer() === 'canvas' })
}
