/**
 * Opens a video again where it stood when it can no longer be read, once each time it was read: an address at a bucket
 * ends after a minute, and the server gives another one. `onBroken` is told where it can't be read at all.
 */
export function reopenVideo(video: HTMLVideoElement, onBroken: () => void): () => void {
  let wasRead = false
  const onRead = (): void => {
    wasRead = true
  }
  const onError = (): void => {
    if (!wasRead) return onBroken()
    wasRead = false
    const { currentTime, paused } = video
    video.load()
    video.currentTime = currentTime
    // A failure to play is an error of the video, which is told above.
    if (!paused) video.play().catch(() => undefined)
  }
  video.addEventListener('loadeddata', onRead)
  video.addEventListener('error', onError)
  return () => {
    video.removeEventListener('loadeddata', onRead)
    video.removeEventListener('error', onError)
  }
}
