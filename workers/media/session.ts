import {
  audioOf,
  type AudioFacts,
  type MediaFacts,
  type RawProbe,
  readFacts,
  type VideoFacts,
  videoOf,
  withFrameTimes,
} from '#core/media/facts.ts'
import { frameTimesArgs, probeArgs } from '#core/media/plans/probe.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { type FfmpegCommand, type CommandResult, FfmpegSlot } from './ffmpeg-slot.ts'
import { JobQueue, type PriorityLevel, type Priority } from './job-queue.ts'
import { PacketReader } from './packets.ts'
import type { ReadReport, SourceMount } from './protocol.ts'
import { SoundPackets } from './sound-packets.ts'

/** Two to four concurrent ffmpegs: two fewer than processors, which page and browser need. */
const SLOTS = Math.min(4, Math.max(2, navigator.hardwareConcurrency - 2))
/** Pauses before a source is read again in milliseconds; short interruptions are over by then. */
const SOURCE_RETRY_MS = [1000, 3000]

interface Job {
  readonly signal: AbortSignal
  start(slot: FfmpegSlot): Promise<void>
  reject(error: unknown): void
}

/**
 * One video in several single-thread ffmpegs. Jobs wait by priority for a free one; cancelling a job only replaces its
 * ffmpeg.
 */
export class MediaSession {
  readonly source: SourceMount
  /** Number of crashed and replaced cores, for tests. */
  restarts = 0
  private readonly slots: FfmpegSlot[]
  /** Loaded and idle: replaces a killed one, so that a cancel delays no other work. */
  private spare: FfmpegSlot | undefined
  private readonly busy = new Map<FfmpegSlot, PriorityLevel>()
  private readonly queue = new JobQueue<Job>()
  private readonly soundSlots: number
  private isClosed = false
  private probing: Promise<MediaFacts> | undefined
  private reading: Promise<PacketReader | undefined> | undefined
  private hearing: Promise<SoundPackets | undefined> | undefined

  constructor(source: SourceMount) {
    this.source = source
    this.slots = Array.from({ length: SLOTS }, () => new FfmpegSlot(source))
    // Over a network bandwidth is the limit, and each ffmpeg would fetch the file's index again.
    this.soundSlots = source.url === undefined ? SLOTS : 1
  }

  /** Bytes read of the video by all means, and the decoders' memory. */
  async reads(): Promise<Omit<ReadReport, 'fault'>> {
    const packets = await this.reading?.catch(() => undefined)
    const total = { bytes: packets?.reads.bytes ?? 0, requests: packets?.reads.requests ?? 0, held: 0 }
    for (const slot of [...this.slots, this.spare]) {
      total.bytes += slot?.reads.bytes ?? 0
      total.requests += slot?.reads.requests ?? 0
      total.held += slot?.reads.held ?? 0
    }
    return total
  }

  /** Facts of the video; throws a MediaFailed if it can't be opened. */
  facts(): Promise<MediaFacts> {
    this.probing ??= this.probe()
    return this.probing
  }

  /** Facts of the pictures, or `no_video`. */
  async video(): Promise<{ facts: MediaFacts; video: VideoFacts }> {
    const facts = await this.facts()
    const video = videoOf(facts)
    if (!video) throw new MediaFailed('no_video')
    return { facts, video }
  }

  /** Facts of the sound, or `no_audio`. */
  async audio(): Promise<{ facts: MediaFacts; audio: AudioFacts }> {
    const facts = await this.facts()
    const audio = audioOf(facts)
    if (!audio) throw new MediaFailed('no_audio')
    return { facts, audio }
  }

  /** Reads packets without ffmpeg; undefined for unsupported containers. */
  packets(): Promise<PacketReader | undefined> {
    this.reading ??= PacketReader.open(this.source)
    return this.reading
  }

  /** Decodes sound without ffmpeg; undefined if the browser can't. */
  sound(): Promise<SoundPackets | undefined> {
    this.hearing ??= SoundPackets.open(this.source).catch((error: unknown) => {
      if (error instanceof MediaFailed) throw error
      return undefined
    })
    return this.hearing
  }

  private async probe(): Promise<MediaFacts> {
    const signal = new AbortController().signal
    const probe = (args: readonly string[]): ReturnType<FfmpegSlot['probe']> =>
      this.inSlot({ level: 'visible', order: 0 }, signal, (slot) => slot.probe(args))
    const { text, log } = await probe(probeArgs)
    const facts = readFacts(parsed(text))
    if (facts.streams.length === 0) throw new MediaFailed('unreadable', log.at(-1))
    if (!videoOf(facts) && !audioOf(facts)) throw new MediaFailed('unsupported', facts.container)
    const whole = facts.durationMs > 0 ? facts : await this.measured(facts)
    const video = videoOf(whole)
    if (!video?.isVariableRate) return whole
    // The file's declared rates disagree: presentation times decide.
    const times = (await probe(frameTimesArgs(video.index))).text
      .split(/\s+/)
      .map(Number.parseFloat)
      .filter(Number.isFinite)
    return times.length > 2 ? withFrameTimes(whole, times) : whole
  }

  /** Facts of a file without a declared length, with its packets' length. */
  private async measured(facts: MediaFacts): Promise<MediaFacts> {
    const packets = await this.packets()
    const last = await packets?.lastMs().catch(() => undefined)
    return last ? { ...facts, durationMs: Math.max(0, Math.round(last - Math.max(0, facts.startMs))) } : facts
  }

  /**
   * Runs a command when a slot is free. Retries once after a crash, and after a pause if a remote source fails. `make` is
   * called per attempt, so that output restarts.
   */
  run(place: Priority, signal: AbortSignal, make: () => FfmpegCommand): Promise<CommandResult> {
    return this.inSlot(place, signal, (slot) => slot.run(make()))
  }

  private async inSlot<T>(place: Priority, signal: AbortSignal, work: (slot: FfmpegSlot) => Promise<T>): Promise<T> {
    for (let broke = 0, lost = 0; ;) {
      try {
        return await this.enqueue(place, signal, work)
      } catch (error) {
        if (!(error instanceof MediaFailed)) throw error
        if (error.fault === 'core_failed' && broke++ === 0) {
          this.restarts++
          continue
        }
        const wait = error.fault === 'source_lost' && error.mayPass ? SOURCE_RETRY_MS[lost++] : undefined
        if (wait === undefined) throw error
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  /** Ends everything; waiting jobs are rejected. */
  close(): void {
    this.isClosed = true
    for (const job of this.queue.remove(() => true)) job.reject(new MediaFailed('cancelled'))
    for (const slot of [...this.slots, this.spare]) slot?.kill()
    void this.reading?.then((packets) => packets?.close()).catch(() => undefined)
    void this.hearing?.then((packets) => packets?.close()).catch(() => undefined)
  }

  private enqueue<T>(place: Priority, signal: AbortSignal, work: (slot: FfmpegSlot) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted || this.isClosed) return reject(new MediaFailed('cancelled'))
      this.queue.add(place, { signal, reject, start: (slot) => work(slot).then(resolve, reject) })
      signal.addEventListener('abort', () => this.dropWaiting(signal), { once: true })
      this.startWaiting()
    })
  }

  private dropWaiting(signal: AbortSignal): void {
    for (const job of this.queue.remove((waiting) => waiting.signal === signal))
      job.reject(new MediaFailed('cancelled'))
  }

  private startWaiting(): void {
    for (const slot of this.slots) {
      if (this.busy.has(slot)) continue
      const next = this.queue.take((level) => this.hasRoom(level))
      if (!next) return
      void this.occupy(slot, next.level, next.job)
    }
  }

  private hasRoom(level: PriorityLevel): boolean {
    const running = [...this.busy.values()].filter((other) => other === level).length
    if (level === 'sound') return running < this.soundSlots
    return level !== 'background' || running < Math.max(1, SLOTS - 1)
  }

  private async occupy(slot: FfmpegSlot, level: PriorityLevel, job: Job): Promise<void> {
    this.busy.set(slot, level)
    const end = (): void => this.replace(slot)
    job.signal.addEventListener('abort', end, { once: true })
    await job.start(slot)
    job.signal.removeEventListener('abort', end)
    this.busy.delete(slot)
    this.startWaiting()
    this.prepareSpare()
  }

  /** Kills a slot's job. The spare replaces it, and the killed slot becomes the spare. */
  private replace(slot: FfmpegSlot): void {
    const { spare } = this
    if (spare) {
      this.slots[this.slots.indexOf(slot)] = spare
      this.spare = undefined
    }
    slot.kill()
    if (spare) this.spare = slot
  }

  /** Loads the spare while nothing waits. */
  private prepareSpare(): void {
    if (this.isClosed || this.queue.length > 0 || this.busy.size >= SLOTS) return
    this.spare ??= new FfmpegSlot(this.source)
    void this.spare.ready().catch(() => undefined)
  }
}

/** ffprobe's JSON is truncated if the file fails while it is written. */
function parsed(text: string): RawProbe {
  try {
    const raw: RawProbe = JSON.parse(text)
    return raw
  } catch {
    return {}
  }
}
