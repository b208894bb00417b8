import { chosenRenderer } from './renderer-choice.ts'

/**
 * What draws on a canvas that mostly stays as it is. Without a GPU the browser takes a new copy of every canvas for each of
 * its frames, by any change; a desynchronized one it takes when it was drawn on.
 */
export function standingContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { desynchronized: chosenRenderer() === 'canvas' })
}
