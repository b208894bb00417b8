type FrameListener = (facts: VideoFrameCallbackMetadata) => void

/** Whether the browser tells of single frames: older ones do not. */
export const tellsFrames = (): boolean => 'requestVideoFrameCallback' in HTMLVideoElement.prototype

/** Tells of each frame of a video that the browser shows; returns what ends that. */
export function onVideoFrames(video: HTMLVideoElement, listener: FrameListener): () => void {
  if (!tellsFrames()) return () => undefined
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = (): void => void (asked = video.requestVideoFrameCallback(shown))
  const shown = (_now: number, facts: VideoFrameCallbackMetadata): void => {
    listener(facts)
    // Asked for within this frame of the page, Chromium makes two more of them to look whether the next one is there. A page
    // that is hidden while the video is in a window of its own has its timers once a second.
    if (document.hidden) ask()
    else timer = setTimeout(ask)
  }
  ask()
  return () => {
    clearTimeout(timer)
    video.cancelVideoFrameCallback(asked)
  }
}
