type FrameListener = (facts: VideoFrameCallbackMetadata) => void

/** Whether the browser tells of single frames: older ones do not. */
export const tellsFrames = (): boolean => 'requestVideoFrameCallback' in HTMLVideoElement.prototype

/** Sooner than this the next frame of the video may be there before the page's own frame is over. */
const SOON_MS = 25

/** Tells of each frame of a video that the browser shows; returns what ends that. */
export function onVideoFrames(video: HTMLVideoElement, listener: FrameListener): () => void {
  if (!tellsFrames()) return () => undefined
  let asked = 0
  let toldAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = (): void => void (asked = video.requestVideoFrameCallback(shown))
  const shown = (now: number, facts: VideoFrameCallbackMetadata): void => {
    listener(facts)
    const isSoon = now - toldAt < SOON_MS
    toldAt = now
    // Asked for within this frame of the page, Chromium makes two more of them to look whether the next one is there. A page
    // that is hidden while the video is in a window of its own has its timers once a second.
    if (isSoon || video.paused || document.hidden) ask()
    else timer = setTimeout(ask)
  }
  ask()
  return () => {
    clearTimeout(timer)
    video.cancelVideoFrameCallback(asked)
  }
}
