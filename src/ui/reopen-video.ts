/**
 * Reopens an unreadable video at its position, once per successful read: an address of a bucket expires after a minute,
 * and the server gives another. Calls `onBroken` if that fails too.
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
    // The video's error event already reports a failure to play.
    if (!paused) video.play().catch(() => undefined)
  }
  video.addEventListener('loadeddata', onRead)
  video.addEventListener('error', onError)
  return () => {
    video.removeEventListener('loadeddata', onRead)
    video.removeEventListener('error', onError)
  }
}
