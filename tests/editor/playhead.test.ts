import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Playhead } from '#src/editor/media/playhead.ts'

const rate = { num: 25, den: 1 }

/** A page and a video whose frames and pictures come on demand. */
class Page {
  hidden = false
  readonly defaultView = this
  readonly document = this
  private next: (() => void) | undefined

  requestAnimationFrame(work: () => void): number {
    this.next = work
    return 1
  }
  cancelAnimationFrame(): void {
    this.next = undefined
  }
  /** True if a frame of the screen was requested. */
  draw(): boolean {
    const { next } = this
    this.next = undefined
    next?.()
    return next !== undefined
  }
}

class Video extends EventTarget {
  currentTime = 0
  paused = true
  ended = false
  playbackRate = 1
  videoWidth = 320
  readonly ownerDocument: Page
  private count = 0
  private readonly asked = new Map<number, (now: number, facts: { mediaTime: number }) => void>()

  constructor(page: Page) {
    super()
    this.ownerDocument = page
  }
  requestVideoFrameCallback(work: (now: number, facts: { mediaTime: number }) => void): number {
    this.asked.set(++this.count, work)
    return this.count
  }
  cancelVideoFrameCallback(id: number): void {
    this.asked.delete(id)
  }
  async play(): Promise<void> {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }
  pause(): void {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  /** The picture of a time, in milliseconds, appears on screen. */
  picture(ms: number): void {
    this.currentTime = ms / 1000
    const asked = [...this.asked.values()]
    this.asked.clear()
    for (const work of asked) work(ms, { mediaTime: ms / 1000 })
  }
}

function opened() {
  const page = new Page()
  const video = new Video(page)
  const playhead = new Playhead(rate, 60_000)
  playhead.attach(video as unknown as HTMLVideoElement)
  const calls: number[] = []
  playhead.on((ms) => void calls.push(ms))
  calls.length = 0
  return { page, video, playhead, calls }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('HTMLVideoElement', Video)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a video that plays reports picture by picture, not at each frame of the screen', () => {
  const { page, video, playhead, calls } = opened()
  playhead.toggle()
  for (const ms of [40, 80, 120]) video.picture(ms)
  expect(calls).toEqual([0, 40, 80, 120])
  expect(page.draw()).toBe(false)
  expect(playhead.frameNumber).toBe(3)
  // Reading the time between two pictures gives the current position.
  video.currentTime = 0.13
  expect(playhead.ms).toBe(130)
  playhead.toggle()
  vi.advanceTimersByTime(1000)
  expect(calls.at(-1)).toBe(130)
})

test('the number is that of the frame stepped to, also while the screen still shows the one before', () => {
  const { video, playhead } = opened()
  video.picture(2280)
  playhead.seek(2280)
  expect(playhead.frameNumber).toBe(57)
  playhead.stepFrames(1)
  expect(playhead.frameNumber).toBe(58)
  playhead.stepFrames(1)
  playhead.stepFrames(-1)
  expect(playhead.frameNumber).toBe(58)
  video.picture(2320)
  expect(playhead.frameNumber).toBe(58)
})

test('where pictures are rare time goes on between them, and a part ends at its time', () => {
  const { video, playhead, calls } = opened()
  playhead.playBetween(0, 150)
  calls.length = 0
  video.currentTime = 0.12
  vi.advanceTimersByTime(120)
  expect(calls).toEqual([120])
  video.currentTime = 0.15
  vi.advanceTimersByTime(30)
  expect(video.paused).toBe(true)
  expect(playhead.isPlayingPart).toBe(false)
})

test('after a line is played the playhead stands in it, not in the next one', () => {
  const { video, playhead, calls } = opened()
  playhead.playBetween(100, 150)
  video.currentTime = 0.153
  vi.advanceTimersByTime(60)
  expect(video.paused).toBe(true)
  expect(calls.at(-1)).toBe(149)
  expect(playhead.ms).toBe(149)
  expect(video.currentTime).toBe(0.149)
})

test('what moves with the playhead is called at each frame of the screen; sound alone has no pictures', () => {
  const { page, video, playhead, calls } = opened()
  const stop = playhead.on(() => true)
  playhead.toggle()
  for (const at of [0.01, 0.02]) {
    video.currentTime = at
    expect(page.draw()).toBe(true)
  }
  expect(calls.slice(-2)).toEqual([10, 20])
  stop()
  page.draw()
  expect(page.draw()).toBe(false)

  const sound = opened()
  sound.video.videoWidth = 0
  sound.playhead.toggle()
  sound.video.currentTime = 0.01
  expect(sound.page.draw()).toBe(true)
  expect(sound.calls.at(-1)).toBe(10)
})

test('while its page is hidden the time goes by the frames of the second window', () => {
  const { page, video, playhead, calls } = opened()
  const second = new Page()
  playhead.toggle()
  const stop = playhead.goBy(second as unknown as Window)
  expect(second.draw()).toBe(false)
  page.hidden = true
  document.dispatchEvent(new Event('visibilitychange'))
  video.currentTime = 0.5
  expect(second.draw()).toBe(true)
  expect(calls.at(-1)).toBe(500)
  stop()
  expect(second.draw()).toBe(false)
})
