import type { Playhead } from '../media/playhead.ts'

/**
 * Draws each frame that a video shows on a canvas as well, at the moment at which it is shown: a second player would run
 * by a clock of its own. Returns what ends it.
 */
export function copyFrames(video: HTMLVideoElement, canvas: HTMLCanvasElement, playhead: Playhead): () => void {
  const context = canvas.getContext('2d', { alpha: false })
  const draw = (): void => {
    const { videoWidth: width, videoHeight: height } = video
    if (!context || width === 0) return
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
  }
  draw()
  // Older browsers do not tell of single frames; there the clock has to do.
  if (!('requestVideoFrameCallback' in HTMLVideoElement.prototype)) return playhead.on(draw)
  let asked = 0
  const shown = (): void => {
    draw()
    asked = video.requestVideoFrameCallback(shown)
  }
  asked = video.requestVideoFrameCallback(shown)
  return () => video.cancelVideoFrameCallback(asked)
}
