import type { FrameRate } from '#core/domain/frames.ts'
import { frameAt, frameMiddle, frameStart } from '#core/domain/frames.ts'
import { delays } from '../model/options.ts'
import { onVideoFrames, tellsFrames } from './video-frames.ts'

/** Speeds of the shuttle keys, forward; negative ones play backward. */
const SHUTTLE = [1, 2, 4, 8] as const

/** Receives the shown time in milliseconds; true requests each frame of the screen during playback. */
type TimeListener = (ms: number) => unknown

/**
 * The shown time, and its listeners. Not a valtio cell, since it changes in every frame. Without a playable video it is
 * a separate clock.
 */
export class Playhead {
  private at = 0
  /** True while a single line repeats. */
  isLooping = false
  private readonly listeners = new Set<TimeListener>()
  private readonly stateListeners = new Set<() => void>()
  private playbackSpeed = 1
  private readonly rate: FrameRate
  private readonly durationMs: number
  private video: HTMLVideoElement | undefined
  private frame = 0
  /** Whether the next frame of the video is requested. */
  private isWaiting = false
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the view moves with the playhead, and needs each frame of the screen. */
  private isSmooth = false
  private screen: Window | undefined
  /** A window that shows the picture too, and may be visible while the video's window is not. */
  private second: Window | undefined
  /** Time of the frame that the browser last presented. */
  private presented: number | undefined
  /** The last step by frames, which the next one continues, even before it is on screen. */
  private stepped: { readonly frame: number; readonly ms: number; readonly soughtMs: number } | undefined
  /** A played range: playback stops at its end, or repeats from `from`. */
  private part: { readonly from: number; readonly to: number } | undefined
  /** Times normal speed, negative backward; 0 while the video plays normally or is paused. */
  private shuttle = 0
  private shuttleAt = 0

  constructor(rate: FrameRate, durationMs: number) {
    this.rate = rate
    this.durationMs = durationMs
  }

  /** Milliseconds; interpolated while a video plays. */
  get ms(): number {
    const { video } = this
    return video && this.shuttle === 0 && !video.paused && !video.ended ? video.currentTime * 1000 : this.at
  }

  /** Follows the player of a video; returns a function that ends that. */
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

  /** Times normal speed; kept when the video changes. */
  set speed(speed: number) {
    this.playbackSpeed = speed
    if (this.video) this.video.playbackRate = speed
  }

  /** For React: whether playback runs. */
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

  /** Milliseconds of video per millisecond; negative backward, 0 while paused. */
  get pace(): number {
    if (this.shuttle !== 0) return this.shuttle
    return this.video && !this.video.paused && !this.video.ended ? this.video.playbackRate : 0
  }

  /** Uses frames of a second window while the video's window is hidden; returns a function that ends that. */
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

  /** Requests a frame of the video's window: a covered window gets none. */
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
   * Waits for the next video frame: between two, the picture is unchanged and the browser moves what follows the
   * playhead. Earlier at the end of a range.
   */
  private nextVideoFrame(video: HTMLVideoElement): void {
    const hasFrameEvents = tellsFrames() && video.videoWidth > 0 && !video.ownerDocument.hidden
    if (this.isSmooth || !hasFrameEvents) return this.nextFrame(this.follow)
    this.isWaiting = true
    const rest = this.part ? (this.part.to - this.at) / video.playbackRate : Infinity
    this.timer = setTimeout(this.follow, Math.max(0, Math.min(delays.playhead, rest)))
  }

  /** The video moved to another window, whose frames count from now on. */
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
        // The last moment of the line: its end would show the next line.
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

  /** Goes to a time, and ends the playback of a range. */
  seek(ms: number): void {
    this.endShuttle()
    this.endPart()
    this.go(ms)
  }

  /** Skips to a time while the video continues to play. */
  skipTo(ms: number): void {
    this.go(ms)
  }

  /** True while a requested range is played. */
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

  /** Steps by whole frames. The player seeks to the middle of a frame, since at its edge it may show the one before. */
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
    // The frame on screen is of the position before.
    this.presented = undefined
    if (this.video) this.video.currentTime = soughtMs / 1000
    this.show(ms)
  }

  /** Number of the frame on screen, from 0: the presented one if the browser reports it, else that of the time. */
  get frameNumber(): number {
    const { presented } = this
    const isNear = presented !== undefined && Math.abs(presented - this.ms) < (2000 * this.rate.den) / this.rate.num
    // A frame's time may be a rounding error before its start.
    return frameAt(isNear ? presented + 1 : this.ms, this.rate)
  }

  /** Records the presented frame, since `currentTime` may be a frame off. */
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

  /** Advances the time without the player: without a video, or at speeds that the player can't play. */
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

  /** J and L: each press is faster in one direction; from the other direction it first stops. */
  shuttleBy(direction: 1 | -1): void {
    const speed = this.shuttle || (this.isPlaying ? 1 : 0)
    if (speed * direction < 0) return this.pause()
    const faster = SHUTTLE.find((step) => step > Math.abs(speed)) ?? SHUTTLE.at(-1)!
    this.endPart()
    this.video?.pause()
    this.cancelFrame()
    this.shuttle = 0
    // Browsers only play forward, and with sound only near normal speed: other speeds seek.
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
    // The start or end of the video is reached.
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
