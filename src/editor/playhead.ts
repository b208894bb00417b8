/** The time that is shown, and who wants to know of it. Not a valtio cell: it changes at every frame. */
export class Playhead {
  private readonly listeners = new Set<(ms: number) => void>()
  private readonly video: HTMLVideoElement
  private frame = 0
  ms = 0
  /** Playing stops here, where a single line is played. */
  private stopAt = Infinity

  constructor(video: HTMLVideoElement) {
    this.video = video
    video.addEventListener('play', this.follow)
    video.addEventListener('pause', this.read)
    video.addEventListener('seeking', this.read)
    video.addEventListener('seeked', this.read)
  }

  on(listener: (ms: number) => void): () => void {
    this.listeners.add(listener)
    listener(this.ms)
    return () => this.listeners.delete(listener)
  }

  private readonly follow = (): void => {
    cancelAnimationFrame(this.frame)
    this.read()
    if (this.video.paused || this.video.ended) return
    if (this.ms >= this.stopAt) {
      this.video.pause()
      this.stopAt = Infinity
      return
    }
    this.frame = requestAnimationFrame(this.follow)
  }

  private readonly read = (): void => {
    this.ms = this.video.currentTime * 1000
    for (const listener of this.listeners) listener(this.ms)
  }

  seek(ms: number): void {
    this.stopAt = Infinity
    const last = Number.isFinite(this.video.duration) ? this.video.duration * 1000 : Infinity
    this.ms = Math.min(last, Math.max(0, ms))
    this.video.currentTime = this.ms / 1000
    for (const listener of this.listeners) listener(this.ms)
  }

  toggle(): void {
    this.stopAt = Infinity
    if (this.video.paused) void this.video.play().catch(() => undefined)
    else this.video.pause()
  }

  playBetween(fromMs: number, toMs: number): void {
    this.seek(fromMs)
    this.stopAt = toMs
    void this.video.play().catch(() => undefined)
  }

  dispose(): void {
    cancelAnimationFrame(this.frame)
    this.video.removeEventListener('play', this.follow)
    this.video.removeEventListener('pause', this.read)
    this.video.removeEventListener('seeking', this.read)
    this.video.removeEventListener('seeked', this.read)
  }
}
