type FrameListener = (facts: VideoFrameCallbackMetadata) => void

/** Whether the browser reports single frames, which older ones do not. */
export const tellsFrames = (): boolean => 'requestVideoFrameCallback' in HTMLVideoElement.prototype

/** Calls the listener for each presented frame of a video; returns a function that ends that. */
export function onVideoFrames(video: HTMLVideoElement, listener: FrameListener): () => void {
  if (!tellsFrames()) return () => undefined
  let asked = 0
  const ask = (): void => void (asked = video.requestVideoFrameCallback(shown))
  const shown = (_now: number, facts: VideoFrameCallbackMetadata): void => {
    ask()
    listener(facts)
  }
  ask()
  return () => video.cancelVideoFrameCallback(asked)
}
