import { expect, test, vi } from 'vitest'
import { MediaFailed } from '#core/media/fault.ts'
import type { SoundPiece } from '#core/media/grains.ts'
import { EdgePreview } from '#src/editor/features/timeline/edge-preview.ts'
import { PlayerSound } from '#src/editor/features/sound/player-sound.ts'
import { ScrubSound } from '#src/editor/features/sound/scrub-sound.ts'

type Decoder = NonNullable<ConstructorParameters<typeof EdgePreview>[0]['analysis']['decoder']>

const rate = { num: 25, den: 1 }
const silence: SoundPiece = { rate: 8000, samples: new Float32Array(8000) }

/** A decoder that answers on demand and records its requests. */
function slowDecoder() {
  const asked: number[][] = []
  const closed: number[] = []
  const answers: (() => void)[] = []
  const decoder: Decoder = {
    frames: ({ times }, _signal, onFrame) => {
      asked.push(times.map((ms) => Math.floor(ms / 40)))
      return new Promise((resolve) => {
        answers.push(() => {
          for (const [index, ms] of times.entries())
            onFrame(index, { width: 16, height: 9, close: () => void closed.push(Math.floor(ms / 40)) })
          resolve()
        })
      })
    },
    sound: async () => silence,
  }
  const answer = async (): Promise<void> => {
    answers.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { decoder, asked, closed, answer }
}

const nothing = (): void => undefined

/** Numbers of the frames whose pictures are kept. */
const keptIn = (edges: EdgePreview): number[] =>
  Array.from({ length: 1000 }, (_, frame) => frame).filter((frame) => edges.picture(frame))

test('around a moved edge one request runs at a time, and the next is for where the edge is by then', async () => {
  const { decoder, asked, closed, answer } = slowDecoder()
  const analysis: { decoder: Decoder | undefined } = { decoder }
  const edges = new EdgePreview({ analysis, rate, durationMs: 60_000 })
  edges.show('start', 1000)
  expect(asked, 'nowhere to show them').toEqual([])
  const leave = edges.subscribe(nothing)
  for (const ms of [1000, 1040, 1200, 2000]) edges.show('start', ms)
  expect(asked).toEqual([[24, 25, 26]])
  await answer()
  // Frames passed on the way were never requested.
  expect(asked).toEqual([
    [24, 25, 26],
    [49, 50, 51],
  ])
  await answer()
  // One frame further only one picture is new; back again, none is.
  edges.show('start', 2040)
  await answer()
  edges.show('start', 1000)
  expect(asked.slice(2)).toEqual([[52]])
  expect(keptIn(edges)).toEqual([24, 25, 26, 49, 50, 51, 52])
  expect(edges.state()?.frames.every(({ frame }) => edges.picture(frame) !== undefined)).toBe(true)

  edges.hide()
  expect(edges.state()).toBeUndefined()
  // Another source: earlier pictures are released.
  analysis.decoder = undefined
  edges.show('start', 1000)
  expect(edges.state()).toBeUndefined()
  expect(keptIn(edges)).toEqual([])
  expect(closed.splice(0)).toEqual([24, 25, 26, 49, 50, 51, 52])

  // A late picture that nothing shows any more is released at once.
  analysis.decoder = decoder
  edges.show('start', 1000)
  leave()
  await answer()
  expect([keptIn(edges), closed]).toEqual([[], [24, 25, 26]])
  edges.subscribe(nothing)
  edges.show('start', 1000)
  expect(asked.slice(4), 'and asked for again').toEqual([[24, 25, 26]])
})

test('pictures around edges are bounded, those in view stay; switched off or without pictures nothing is asked', async () => {
  const { decoder, asked, answer } = slowDecoder()
  const edges = new EdgePreview({ analysis: { decoder }, rate, durationMs: 600_000 })
  edges.subscribe(nothing)
  for (let at = 0; at < 40; at++) {
    edges.show('end', 1000 + at * 400)
    await answer()
  }
  expect(asked).toHaveLength(40)
  expect(keptIn(edges)).toHaveLength(48)
  expect(edges.state()?.frames.every(({ frame }) => edges.picture(frame) !== undefined)).toBe(true)
  edges.cells.isOn = false
  await Promise.resolve()
  expect(edges.state()).toBeUndefined()
  edges.show('end', 5000)
  expect(asked).toHaveLength(40)
  edges.cells.isOn = true
  await Promise.resolve()

  const refuse = vi.fn(async () => Promise.reject(new MediaFailed('no_video')))
  const blind = new EdgePreview({ analysis: { decoder: { ...decoder, frames: refuse } }, rate, durationMs: 60_000 })
  blind.subscribe(nothing)
  blind.show('start', 1000)
  await new Promise((resolve) => setTimeout(resolve))
  blind.show('start', 2000)
  expect(refuse).toHaveBeenCalledTimes(1)
  expect(blind.state()).toBeUndefined()
})

test('sound: steps and mute; what was turned down to nothing comes back audible', () => {
  const sound = new PlayerSound()
  sound.changeBy(-2)
  expect(sound.loudness).toBe(0.9)
  sound.toggleMute()
  expect(sound.loudness).toBe(0)
  // Raising the volume unmutes; lowering it does not.
  sound.changeBy(-1)
  expect(sound.loudness).toBe(0)
  sound.changeBy(1)
  expect(sound.loudness).toBe(0.9)
  sound.setVolume(-3)
  expect(sound.loudness).toBe(0)
  sound.toggleMute()
  expect(sound.loudness).toBe(0.5)
  sound.setVolume(7)
  expect(sound.loudness).toBe(1)
})

test('a dragged playhead asks for no sound while mute, playing or switched off, and not again of a video without any', async () => {
  const asked = vi.fn(async () => Promise.reject(new MediaFailed('no_audio')))
  const { decoder } = slowDecoder()
  const sound = { loudness: 0 }
  const playhead = { isPlaying: false }
  const scrub = new ScrubSound({ analysis: { decoder: { ...decoder, sound: asked } }, sound, playhead })
  scrub.at(1000)
  sound.loudness = 1
  playhead.isPlaying = true
  scrub.at(1000)
  playhead.isPlaying = false
  scrub.cells.isOn = false
  scrub.at(1000)
  scrub.cells.isOn = true
  expect(asked).not.toHaveBeenCalled()
  scrub.at(1000)
  await new Promise((resolve) => setTimeout(resolve))
  scrub.at(2000)
  expect(asked).toHaveBeenCalledTimes(1)
})
