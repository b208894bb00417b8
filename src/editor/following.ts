import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { stored } from '#src/ui/stored.ts'
import type { Playhead } from './media/playhead.ts'
import { type Stretch, stretchAt } from './document/cues-in-time.ts'

/** What a person lets go along with what; each is a switch of its own. */
export interface FollowSwitches {
  /** A line that is chosen takes the playhead to its start. */
  seek: boolean
  /** A line that is chosen is played. */
  play: boolean
  /** The list goes along with what is played. */
  list: boolean
  /** The list keeps the line that is played in its middle. */
  middle: boolean
  /** What lies between lines is skipped while the video plays. */
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

/** A pause that is shorter is played: to jump over it takes as long. */
const SHORTEST_SKIP_MS = 1000

/** What following needs of the open version. */
export interface FollowingParts {
  readonly session: {
    readonly list: CueList
    onChange(listener: () => void): () => void
  }
  readonly playhead: Playhead
}

/**
 * Which line is at the playhead, and what goes along with it. A frame costs a comparison: the line is looked up only
 * when the playhead leaves the stretch of the last look-up, or the text changes.
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

  /** Begins to look; returns what ends it. */
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

  /** To the next line, while the video plays forward; after the last one it stops. */
  private skip(ms: number, nextMs: number): void {
    const { playhead } = this.parts
    if (playhead.pace <= 0 || playhead.isPlayingPart) return
    // After this time was told to all: nobody is to hear of it after the next one.
    if (nextMs === Infinity) queueMicrotask(() => playhead.pause())
    else if (nextMs - ms >= SHORTEST_SKIP_MS) queueMicrotask(() => playhead.skipTo(nextMs))
  }
}
