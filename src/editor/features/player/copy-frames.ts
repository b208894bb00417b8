import type { Playhead } from '../../media/playhead.ts'

/**
 * Copies each frame of a video to a canvas when it is shown, since a second player would drift. While the video's page
 * is hidden, the canvas checks in each frame of its window. Returns a function that ends it.
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
  const stops = [tellFrames(video, playhead, draw), whileHidden(video, canvas, draw)]
  return () => {
    for (const stop of stops) stop()
  }
}

function tellFrames(video: HTMLVideoElement, playhead: Playhead, draw: () => void): () => void {
  // Older browsers do not report single frames, so the clock is used.
  if (!('requestVideoFrameCallback' in HTMLVideoElement.prototype)) return playhead.on(draw)
  let asked = 0
  const shown = (): void => {
    draw()
    asked = video.requestVideoFrameCallback(shown)
  }
  asked = video.requestVideoFrameCallback(shown)
  return () => video.cancelVideoFrameCallback(asked)
}

function whileHidden(video: HTMLVideoElement, canvas: HTMLCanvasElement, draw: () => void): () => void {
  const page = video.ownerDocument
  const screen = canvas.ownerDocument.defaultView
  if (!screen) return () => undefined
  let drawnAt = -1
  let frame = 0
  const look = (): void => {
    if (video.currentTime !== drawnAt) draw()
    drawnAt = video.currentTime
    frame = screen.requestAnimationFrame(look)
  }
  const changed = (): void => {
    screen.cancelAnimationFrame(frame)
    if (page.hidden) look()
  }
  changed()
  page.addEventListener('visibilitychange', changed)
  return () => {
    page.removeEventListener('visibilitychange', changed)
    screen.cancelAnimationFrame(frame)
  }
}
