import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { MediaFailed } from '#core/media/fault.ts'
import { cutGrain, GRAIN_FADE_MS, GRAIN_MS, GRAIN_PIECE_MS, grainPieces, type SoundPiece } from '#core/media/grains.ts'
import { stored } from '#src/ui/stored.ts'
import type { MediaAnalysis } from '../../media/analysis.ts'
import { type PlayerSound, playerSoundOf } from './player-sound.ts'
import { perEditor } from '../../context/per-editor.ts'
import type { Editor } from '../../context/editor.ts'

const isOnSetting = stored('cuelane-scrub-sound', z.boolean(), true)

/** Cached pieces: half a minute of sound, about 6 MB at most. */
const PIECES = 32

/** Parts of the editor that scrubbing needs. */
interface ScrubParts {
  readonly analysis: Pick<MediaAnalysis, 'decoder'>
  readonly sound: Pick<PlayerSound, 'loudness'>
  readonly playhead: { readonly isPlaying: boolean }
}

/**
 * Plays the sound under the dragged playhead as short grains, each of its latest position. While sound decodes, passed
 * positions are skipped.
 */
export class ScrubSound {
  readonly cells = proxy({ isOn: isOnSetting.get() })
  private readonly parts: ScrubParts
  private readonly pieces = new Map<number, SoundPiece>()
  private decoder: MediaAnalysis['decoder']
  private isDeaf = false
  private wanted: number | undefined
  private isBusy = false
  private output: { readonly context: AudioContext; readonly gain: GainNode } | undefined
  /** End of the last grain, in seconds of the context. */
  private endsAt = 0

  constructor(parts: ScrubParts) {
    this.parts = parts
    subscribe(this.cells, () => isOnSetting.set(this.cells.isOn))
  }

  /** Called when the user moves the playhead. */
  at(ms: number): void {
    const { analysis, sound, playhead } = this.parts
    if (this.decoder !== analysis.decoder) this.forget()
    this.decoder = analysis.decoder
    if (!this.cells.isOn || !this.decoder || this.isDeaf || sound.loudness === 0 || playhead.isPlaying) return
    this.wanted = ms
    void this.work()
  }

  /** Releases the sound of a video, and the output. */
  close(): void {
    this.forget()
    void this.output?.context.close()
    this.output = undefined
  }

  private forget(): void {
    this.pieces.clear()
    this.wanted = undefined
    this.isDeaf = false
    this.decoder = undefined
  }

  private async work(): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      while (this.wanted !== undefined) {
        const missing = grainPieces(this.wanted).find((number) => !this.pieces.has(number))
        // The playhead may have moved during decoding: its position is checked again.
        if (missing !== undefined) await this.fetch(missing)
        else {
          const grain = cutGrain(this.wanted, this.pieces)
          this.wanted = undefined
          if (grain) await this.play(grain)
        }
      }
    } finally {
      this.isBusy = false
    }
  }

  private async fetch(number: number): Promise<void> {
    const { decoder } = this
    if (!decoder) return
    const start = number * GRAIN_PIECE_MS
    try {
      const piece = await decoder.sound({ start, end: start + GRAIN_PIECE_MS }, new AbortController().signal)
      if (this.decoder === decoder) this.keep(number, piece)
    } catch (error) {
      if (!(error instanceof MediaFailed)) throw error
      this.isDeaf = error.fault !== 'cancelled'
      this.wanted = undefined
    }
  }

  private keep(number: number, piece: SoundPiece): void {
    this.pieces.set(number, piece)
    const [oldest] = this.pieces.keys()
    if (this.pieces.size > PIECES && oldest !== undefined) this.pieces.delete(oldest)
  }

  /** Resolves when the next grain may follow. */
  private async play({ rate, samples }: SoundPiece): Promise<void> {
    const { context, gain } = (this.output ??= openOutput())
    if (context.state === 'suspended') void context.resume()
    gain.gain.value = this.parts.sound.loudness
    const buffer = context.createBuffer(1, samples.length, rate)
    buffer.copyToChannel(samples, 0)
    const source = new AudioBufferSourceNode(context, { buffer })
    source.connect(gain)
    // Overlaps the fade of the grain before: together they have the volume of one.
    const startAt = Math.max(context.currentTime, this.endsAt - GRAIN_FADE_MS / 1000)
    source.start(startAt)
    this.endsAt = startAt + GRAIN_MS / 1000
    const waitMs = (startAt - context.currentTime) * 1000 + GRAIN_MS - 2 * GRAIN_FADE_MS
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

function openOutput(): { context: AudioContext; gain: GainNode } {
  const context = new AudioContext({ latencyHint: 'interactive' })
  const gain = context.createGain()
  gain.connect(context.destination)
  return { context, gain }
}

/** Sound under the dragged playhead of an editor. */
export const scrubOf = perEditor((editor) => {
  const { analysis, playhead } = editor
  return new ScrubSound({ analysis, sound: playerSoundOf(editor), playhead })
})

/** Scrubs to a time with sound. */
export function scrubTo(editor: Editor, ms: number): void {
  editor.playhead.seek(ms)
  scrubOf(editor).at(editor.playhead.ms)
}

/** Steps by whole frames, with their sound. */
export function stepFrames(editor: Editor, by: number): void {
  editor.playhead.stepFrames(by)
  scrubOf(editor).at(editor.playhead.ms)
}
