import type { FrameRate } from '#core/domain/frames.ts'
import { frameAt, frameMiddle, frameStart } from '#core/domain/frames.ts'
import { delays } from '../options.ts'
import { onVideoFrames, tellsFrames } from './video-frames.ts'

/** Speeds of the shuttle keys, forward; backward they are the same with a minus. */
const SHUTTLE = [1, 2, 4, 8] as const

/** Hears of the time that is shown, in milliseconds; true asks for each frame of the screen while the video plays. */
type TimeListener = (ms: number) => unknown

/**
 * The time that is shown, and who wants to know of it. Not a valtio cell: it changes at every frame. It is a clock of its
 * own without a video, or where the video can't be played.
 */
export class Playhead {
  private at = 0
  /** True while a single line is played again and again. */
  isLooping = false
  private readonly listeners = new Set<TimeListener>()
  private readonly stateListeners = new Set<() => void>()
  private playbackSpeed = 1
  private readonly rate: FrameRate
  private readonly durationMs: number
  private video: HTMLVideoElement | undefined
  private frame = 0
  /** Whether the next frame of the video is waited for. */
  private isWaiting = false
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the user moves with the playhead, and needs each frame of the screen. */
  private isSmooth = false
  private screen: Window | undefined
  /** Shows the picture too, and may be seen where the video's own window is not. */
  private second: Window | undefined
  /** Time of the frame that the browser last put on screen. */
  private presented: number | undefined
  /** The last step by frames: the next one goes on from it, whether it is on screen yet or not. */
  private stepped: { readonly frame: number; readonly ms: number; readonly soughtMs: number } | undefined
  /** Playing stops here, where a part is played, or begins again at `from`. */
  private part: { readonly from: number; readonly to: number } | undefined
  /** Times normal, negative backward; 0 while the video plays or stands by itself. */
  private shuttle = 0
  private shuttleAt = 0

  constructor(rate: FrameRate, durationMs: number) {
    this.rate = rate
    this.durationMs = durationMs
  }

  /** Milliseconds; of a video that plays, as far as it is by now. */
  get ms(): number {
    const { video } = this
    return video && this.shuttle === 0 && !video.paused && !video.ended ? video.currentTime * 1000 : this.at
  }

  /** Follows a video's player; returns what ends that. */
  attach(video: HTMLVideoElement): () => void {
    this.video = video
    if (this.at > 0) video.currentTime = this.at / 1000
    video.playbackRate = this.playbackSpeed
    const control = new AbortController()
    const { signal } = control
    video.addEventListener('play', this.follow, { signal })
    for (const name of ['pause', 'seeking', 'seeked']) video.addEventListener(name, this.read, { signal })
    for (const name of ['play', 'pause', 'ended']) video.addEventListener(name, this.tellState, { signal })
    const stopFrames = onVideoFrames(video, ({ mediaTime }) => this.presentedAt(video, mediaTime * 1000))
    return () => {
      control.abort()
      stopFrames()
      this.cancelFrame()
      if (this.video === video) this.video = undefined
    }
  }

  on(listener: TimeListener): () => void {
    this.listeners.add(listener)
    listener(this.ms)
    return () => this.listeners.delete(listener)
  }

  /** Times normal speed; kept when another video comes. */
  set speed(speed: number) {
    this.playbackSpeed = speed
    if (this.video) this.video.playbackRate = speed
  }

  /** For React: whether something plays. */
  readonly state = (): boolean => this.isPlaying
  readonly onState = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener)
    return () => this.stateListeners.delete(listener)
  }

  private readonly tellState = (): void => {
    for (const listener of this.stateListeners) listener()
  }

  get isPlaying(): boolean {
    return this.shuttle !== 0 || (this.video !== undefined && !this.video.paused)
  }

  /** Milliseconds of video that go by in one; negative backward, 0 where it stands. */
  get pace(): number {
    if (this.shuttle !== 0) return this.shuttle
    return this.video && !this.video.paused && !this.video.ended ? this.video.playbackRate : 0
  }

  /** Goes by the frames of a second window while the video's own is hidden; returns what ends that. */
  goBy(second: Window): () => void {
    this.second = second
    const control = new AbortController()
    const changed = (): void => this.changeScreen()
    document.addEventListener('visibilitychange', changed, { signal: control.signal })
    changed()
    return () => {
      control.abort()
      this.second = undefined
      changed()
    }
  }

  /** The frames of the window that the video is in: those of one that is covered do not come. */
  private nextFrame(work: () => void): void {
    const own = this.video?.ownerDocument.defaultView ?? window
    this.screen = own.document.hidden ? (this.second ?? own) : own
    this.frame = this.screen.requestAnimationFrame(work)
  }

  private cancelFrame(): void {
    this.screen?.cancelAnimationFrame(this.frame)
    this.isWaiting = false
    clearTimeout(this.timer)
  }

  /**
   * At the next frame of the video: between two of them there is nothing new to show, and what moves with the playhead is
   * moved by the browser. Earlier where a part ends.
   */
  private nextVideoFrame(video: HTMLVideoElement): void {
    const isTold = tellsFrames() && video.videoWidth > 0 && !video.ownerDocument.hidden
    if (this.isSmooth || !isTold) return this.nextFrame(this.follow)
    this.isWaiting = true
    const rest = this.part ? (this.part.to - this.at) / video.playbackRate : Infinity
    this.timer = setTimeout(this.follow, Math.max(0, Math.min(delays.playhead, rest)))
  }

  /** The video went to another window, whose frames count from now on. */
  changeScreen(): void {
    if (this.shuttle !== 0) {
      this.cancelFrame()
      this.nextFrame(this.glide)
    } else this.follow()
  }

  private readonly follow = (): void => {
    this.cancelFrame()
    const { video } = this
    if (!video) return
    this.read()
    if (video.paused || video.ended) return
    if (this.part && this.at >= this.part.to) {
      if (!this.isLooping) {
        const { from, to } = this.part
        video.pause()
        this.part = undefined
        // Its last moment: at its end, or past it, the next line would be shown.
        return this.go(Math.max(from, to - 1))
      }
      video.currentTime = this.part.from / 1000
    }
    this.nextVideoFrame(video)
  }

  private readonly read = (): void => {
    if (!this.video) return
    const at = this.video.currentTime * 1000
    const { stepped } = this
    this.show(stepped && Math.abs(stepped.soughtMs - at) < 0.5 ? stepped.ms : at)
  }

  private show(ms: number): void {
    this.at = ms
    let isSmooth = false
    for (const listener of this.listeners) if (listener(ms) === true) isSmooth = true
    this.isSmooth = isSmooth
  }

  /** To a time; what was played part by part ends. */
  seek(ms: number): void {
    this.endShuttle()
    this.endPart()
    this.go(ms)
  }

  /** Over what lies between, while the video goes on playing. */
  skipTo(ms: number): void {
    this.go(ms)
  }

  /** True while a part of the video is played that was asked for. */
  get isPlayingPart(): boolean {
    return this.part !== undefined
  }

  private go(ms: number): void {
    const to = Math.min(this.lastMs, Math.max(0, ms))
    if (this.video) this.video.currentTime = to / 1000
    this.show(to)
  }

  private get lastMs(): number {
    const { video } = this
    return video && Number.isFinite(video.duration) ? video.duration * 1000 : this.durationMs || Infinity
  }

  /** By whole frames, to the start of one. The player is sent to its middle: at its edge it may show the frame before. */
  stepFrames(by: number): void {
    this.video?.pause()
    const { stepped } = this
    const from = stepped && Math.abs(stepped.ms - this.ms) < 0.5 ? stepped.frame : this.frameNumber
    const frame = Math.max(0, from + by)
    const soughtMs = Math.min(this.lastMs, frameMiddle(frame, this.rate))
    const ms = Math.min(this.lastMs, frameStart(frame, this.rate))
    this.endShuttle()
    this.endPart()
    this.stepped = { frame, ms, soughtMs }
    if (this.video) this.video.currentTime = soughtMs / 1000
    this.show(ms)
  }

  /** Number of the frame on screen, from 0: the one that the browser says it shows, else the one of the time. */
  get frameNumber(): number {
    const { presented } = this
    const isNear = presented !== undefined && Math.abs(presented - this.ms) < (2000 * this.rate.den) / this.rate.num
    // A frame's own time may lie a rounding error before its start.
    return frameAt(isNear ? presented + 1 : this.ms, this.rate)
  }

  /** What `currentTime` says may be a frame off what is on screen; the browser tells each frame that it shows. */
  private presentedAt(video: HTMLVideoElement, ms: number): void {
    this.presented = ms
    if (video.paused) this.show(this.ms)
    else if (this.isWaiting) this.follow()
  }

  toggle(): void {
    const was = this.isPlaying
    this.endShuttle()
    this.endPart()
    if (was) this.video?.pause()
    else this.play()
  }

  pause(): void {
    this.endShuttle()
    this.video?.pause()
  }

  private play(): void {
    if (this.video) void this.video.play().catch(() => undefined)
    else this.glideAt(1)
  }

  /** Time goes on by itself: where there is no video, and where a player can't go. */
  private glideAt(speed: number): void {
    this.shuttle = speed
    this.tellState()
    this.shuttleAt = performance.now()
    this.nextFrame(this.glide)
  }

  playBetween(from: number, to: number, loop = false): void {
    this.seek(from)
    this.part = { from: Math.max(0, from), to }
    this.isLooping = loop
    this.play()
  }

  /** J and L: faster in a direction at each press, from the other one through a stop. */
  shuttleBy(direction: 1 | -1): void {
    const speed = this.shuttle || (this.isPlaying ? 1 : 0)
    if (speed * direction < 0) return this.pause()
    const faster = SHUTTLE.find((step) => step > Math.abs(speed)) ?? SHUTTLE.at(-1)!
    this.endPart()
    this.video?.pause()
    this.cancelFrame()
    this.shuttle = 0
    // Browsers play forward only, and sound only near the usual speed: the rest is seeking.
    if (direction > 0 && faster === 1) this.play()
    else this.glideAt(direction * faster)
  }

  private readonly glide = (): void => {
    if (this.shuttle === 0) return
    const now = performance.now()
    const passed = now - this.shuttleAt
    const before = this.ms
    this.shuttleAt = now
    this.go(before + passed * this.shuttle)
    if (this.part && this.ms >= this.part.to) {
      if (!this.isLooping) return this.pause()
      this.go(this.part.from)
    }
    // An end of the video is reached.
    if (passed > 0 && this.ms === before) return this.endShuttle()
    this.nextFrame(this.glide)
  }

  private endShuttle(): void {
    if (this.shuttle === 0) return
    this.shuttle = 0
    this.cancelFrame()
    this.tellState()
  }

  private endPart(): void {
    this.part = undefined
    this.isLooping = false
  }
}
