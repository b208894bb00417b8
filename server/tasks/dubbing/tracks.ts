import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckedRange, duckingGain, GAIN_RATE } from '#core/media/ducking.ts'
import { atLevel } from '#core/media/mix.ts'
import { VoiceTrack } from '#core/media/voice-track.ts'
import { wavHeader } from '../../engines/wav.ts'
import { type Run, storeArtifact } from '../../jobs/run.ts'
import type { Spoken, Voices } from './speak.ts'

/** A cue's speech with start and end in milliseconds. */
export interface TimedSpeech {
  readonly spoken: Spoken
  readonly start: number
  readonly end: number
  /** Level in decibels. */
  readonly db: number
}

/** A dub's files before mixing. */
export interface DubTracks {
  readonly blob: string
  /** The ducking gain of the original. */
  readonly gain: string
}

const tracksVersion = '2'

/**
 * One track of all cues at their samples, and the ducking gain. Both are streamed: the memory is that of the cues spoken
 * at once.
 */
export async function writeTracks(
  run: Run,
  voices: Voices,
  dub: { lines: readonly TimedSpeech[]; ducked: readonly DuckedRange[]; durationMs: number },
  share: readonly [number, number],
): Promise<DubTracks> {
  const { lines, ducked, durationMs } = dub
  // Dubs without levels keep their keys.
  const timed = lines.map(({ spoken, start, end, db }) => [spoken.blob, start, end, ...(db === 0 ? [] : [db])])
  const input = { timed, ducked: ducked.map(({ start, end, db }) => [start, end, db]), durationMs }
  return run.step<DubTracks>({ name: 'tracks', version: tracksVersion, input, share }, async (work) => {
    const path = join(work.folder, 'voice.wav')
    const gainPath = join(work.folder, 'gain.wav')
    await writeWavFile(path, await rateOf(voices, lines), (rate) =>
      spokenTrack(run, voices, lines, { durationMs, rate }),
    )
    await writeWavFile(gainPath, GAIN_RATE, () => duckingGain(ducked, durationMs))
    const gain = `${work.scope}/gain.wav`
    await storeArtifact(run, gain, gainPath)
    const { blob } = await storeArtifact(run, `${work.scope}/voice.wav`, path)
    return { blob, gain }
  })
}

/** The track's rate without any cue: the usual one of speech. */
const USUAL_RATE = 24_000

async function rateOf(voices: Voices, [first]: readonly TimedSpeech[]): Promise<number> {
  return first ? (await voices.soundOf(first.spoken)).rate : USUAL_RATE
}

async function* spokenTrack(
  run: Run,
  voices: Voices,
  lines: readonly TimedSpeech[],
  { durationMs, rate }: { durationMs: number; rate: number },
): AsyncGenerator<Int16Array> {
  const track = new VoiceTrack(rate)
  for (const { spoken, start, db } of [...lines].sort((a, b) => a.start - b.start)) {
    run.signal.throwIfAborted()
    const { samples } = await voices.soundAt(spoken, rate)
    yield* track.add(start, atLevel(samples, db))
  }
  yield* track.end(durationMs)
}

/** Writes a WAV file whose length is known only at its end. */
async function writeWavFile(
  path: string,
  rate: number,
  blocks: (rate: number) => AsyncIterable<Int16Array> | Iterable<Int16Array>,
): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.write(wavHeader(rate, 0))
    let bytes = 0
    for await (const { buffer, byteOffset, byteLength } of blocks(rate)) {
      await file.writeFile(Buffer.from(buffer, byteOffset, byteLength))
      bytes += byteLength
    }
    await file.write(wavHeader(rate, bytes), 0, undefined, 0)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
