import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import { stored } from '#src/ui/stored.ts'
import type { Playhead } from './playhead.ts'
import { type Stretch, stretchAt } from '../model/document/cues-in-time.ts'

/** Which parts follow each other, each by a separate switch. */
export interface FollowSwitches {
  /** Choosing a line moves the playhead to its start. */
  seek: boolean
  /** Choosing a line plays it. */
  play: boolean
  /** The list scrolls to the played line. */
  list: boolean
  /** The list keeps the played line in its middle. */
  middle: boolean
  /** Playback skips pauses between lines. */
  linesOnly: boolean
}

export const followSwitches = [
  'seek',
  'play',
  'list',
  'middle',
  'linesOnly',
] as const satisfies readonly (keyof FollowSwitches)[]
export type FollowSwitch = (typeof followSwitches)[number]

const switchesSetting = stored(
  'cuelane-following',
  z.object({ seek: z.boolean(), play: z.boolean(), list: z.boolean(), middle: z.boolean(), linesOnly: z.boolean() }),
  { seek: true, play: false, list: true, middle: false, linesOnly: false },
)

/** A shorter pause is played, since a jump takes as long. */
const SHORTEST_SKIP_MS = 1000

/** Parts of the open version that following needs. */
export interface FollowingParts {
  readonly session: {
    readonly list: CueList
    onChange(listener: () => void): () => void
  }
  readonly playhead: Playhead
}

/**
 * Finds the line at the playhead for the parts that follow it. A frame costs one comparison: the line is looked up only
 * when the playhead leaves the last range or the text changes.
 */
export class Following {
  readonly switches = proxy<FollowSwitches>(switchesSetting.get())
  private readonly parts: FollowingParts
  private around: Stretch | undefined
  private playing: string | undefined
  private readonly listeners = new Set<() => void>()

  constructor(parts: FollowingParts) {
    this.parts = parts
  }

  /** Starts following; returns a function that ends it. */
  start(): () => void {
    const { session, playhead } = this.parts
    const stops = [
      subscribe(this.switches, () => switchesSetting.set({ ...this.switches })),
      playhead.on((ms) => this.look(ms)),
      session.onChange(() => {
        this.around = undefined
        this.look(playhead.ms)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  toggle(name: FollowSwitch): void {
    this.switches[name] = !this.switches[name]
  }

  /** For React: the line at the playhead. */
  readonly line = (): string | undefined => this.playing
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private look(ms: number): void {
    const { list } = this.parts.session
    if (!this.around || ms < this.around.fromMs || ms >= this.around.toMs) this.around = stretchAt(list, ms)
    const { cue, toMs } = this.around
    if (!cue && this.switches.linesOnly) this.skip(ms, toMs)
    if (this.playing === cue?.id) return
    this.playing = cue?.id
    for (const listener of this.listeners) listener()
  }

  /** Skips to the next line during forward playback; stops after the last one. */
  private skip(ms: number, nextMs: number): void {
    const { playhead } = this.parts
    if (playhead.pace <= 0 || playhead.isPlayingPart) return
    // Deferred until all listeners have received this time: otherwise they would receive the next one first.
    if (nextMs === Infinity) queueMicrotask(() => playhead.pause())
    else if (nextMs - ms >= SHORTEST_SKIP_MS) queueMicrotask(() => playhead.skipTo(nextMs))
  }
}
