import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { reachOf } from '#core/media/ducking.ts'
import { MIX_RATE } from '#core/media/mix.ts'
import {
  adtsFrames,
  encodedPiece,
  PIECE_MARGIN,
  PIECE_SAMPLES,
  PIECE_STEPS,
  pieceCount,
  samplesOf,
} from '#core/media/mix-pieces.ts'
import {
  finishedSound,
  loudnessWeights,
  mixedSound,
  mixGainDb,
  type MixLayout,
  type MixParts,
  type MixStem,
  placedVoice,
} from '#core/media/mixed-sound.ts'
import { dubVersion, planAacPackets } from '#core/media/plans/dub.ts'
import { R128_STEPS, R128Meter, StepPowers } from '#core/media/r128.ts'
import { readWav } from '#core/media/wav.ts'
import type { DubSounds } from '../../store/tables/dub-mix.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { writeFloatWav } from '../../engines/wav.ts'
import { type Run, storeArtifact, type StepBlob } from '../../jobs/run.ts'
import { LineFailed } from './speak.ts'
import { readUnder, type UnderSound } from './under-sound.ts'

const AT_ONCE = 2

/** A dub's mix, made piece by piece. A piece is a step of what is heard in it: a changed line makes only its own again. */
export class MixSound {
  private readonly run: Run
  private readonly sounds: DubSounds
  private readonly under: UnderSound | undefined
  private readonly layout: MixLayout
  readonly samples: number

  constructor(run: Run, sounds: DubSounds, { under, layout }: { under: UnderSound | undefined; layout: MixLayout }) {
    this.run = run
    this.sounds = sounds
    this.under = under
    this.layout = layout
    this.samples = samplesOf(sounds.durationMs)
  }

  /** Gain that brings the whole mix to its loudness. */
  async gainDb(share: readonly [number, number]): Promise<number> {
    const pieces = await this.eachPiece(share, async (index, part) => {
      const step = { name: 'loudness', version: dubVersion, input: this.inputOf(index), share: part }
      return this.run.step<{ powers: number[] }>(step, async () => ({ powers: await this.powersOf(index) }))
    })
    const meter = new R128Meter()
    for (const { powers } of pieces) for (const power of powers) meter.add(power)
    return mixGainDb(meter.reading.integrated, this.sounds.targetLufs)
  }

  /** Files of the mix's packets of AAC, in order. */
  async packets(gainDb: number, share: readonly [number, number]): Promise<string[]> {
    const pieces = await this.eachPiece(share, (index, part) => {
      const input = { ...this.inputOf(index), gainDb }
      return this.run.step<StepBlob>({ name: 'mix_piece', version: dubVersion, input, share: part }, async (work) => {
        const path = join(work.folder, 'piece.adts')
        await writeFile(path, await this.encoded(index, gainDb, work.folder))
        return storeArtifact(this.run, `${work.scope}/piece.adts`, path)
      })
    })
    return pieces.map(({ blob }) => blob)
  }

  /** The finished samples of a stem, piece by piece, exactly as long as the video. */
  async *finished(gainDb: number, stem: MixStem): AsyncGenerator<Float32Array[]> {
    for (let from = 0; from < this.samples; from += PIECE_SAMPLES) {
      this.run.signal.throwIfAborted()
      const count = Math.min(PIECE_SAMPLES, this.samples - from)
      const parts = await this.partsAt(from - PIECE_MARGIN, count + 2 * PIECE_MARGIN)
      yield finishedSound(parts, { from, count, gainDb }, stem)
    }
  }

  /** All parts of the mix from a sample on, silent outside the video. */
  private async partsAt(from: number, count: number): Promise<MixParts> {
    const { layout, under, sounds } = this
    const read = under && (await readUnder(this.run, under, from, count))
    const voices = await Promise.all(
      this.takesIn(from, count).map(async ({ blob, start, db }) => {
        const sound = readWav(await readFile(await this.run.deps.blobs.localPath(blob, this.run.folder)))
        if (!sound) throw new LineFailed('silence')
        const { at, samples } = placedVoice(sound, start, db)
        return { at, samples: samples.subarray(0, Math.max(0, this.samples - at)) }
      }),
    )
    const { voiceGainDb, underDb, ducked } = sounds
    return { layout, voices, voiceGainDb, underDb, ducked, under: read && this.cut(read) }
  }

  /** The sound under the voices ends with the video. */
  private cut(read: (from: number, count: number) => Float32Array[]) {
    return (from: number, count: number): Float32Array[] => {
      const planes = read(from, count)
      const end = Math.max(0, this.samples - from)
      if (end < count) for (const plane of planes) plane.fill(0, end)
      return planes
    }
  }

  private async powersOf(index: number): Promise<number[]> {
    const from = index * PIECE_SAMPLES
    const start = from - PIECE_MARGIN
    const count = Math.min(PIECE_SAMPLES, this.samples - from)
    if (count <= 0) return []
    const planes = mixedSound(await this.partsAt(start, count + PIECE_MARGIN), start, count + PIECE_MARGIN)
    const steps = new StepPowers(MIX_RATE, loudnessWeights[this.layout]).take(planes)
    return steps.slice((PIECE_MARGIN / MIX_RATE) * R128_STEPS).slice(0, PIECE_STEPS)
  }

  private async encoded(index: number, gainDb: number, folder: string): Promise<Uint8Array> {
    const piece = encodedPiece(index, this.samples)
    const { from, count } = piece
    const parts = await this.partsAt(from - PIECE_MARGIN / 2, count + PIECE_MARGIN)
    const [source, output] = [join(folder, 'piece.wav'), join(folder, 'encoded.adts')]
    await writeFile(source, writeFloatWav(finishedSound(parts, { from, count, gainDb }), MIX_RATE))
    const { ffmpeg: program } = this.run.deps.engines.need('ffmpeg', {})
    await runFfmpeg(planAacPackets({ source, output, layout: this.layout }), { program, signal: this.run.signal })
    const frames = adtsFrames(await readFile(output), piece)
    if (!frames) throw new Error(`The encoder left packets of piece ${index} out`)
    return frames
  }

  /** All that a piece's results depend on. */
  private inputOf(index: number): object {
    const from = index * PIECE_SAMPLES - PIECE_MARGIN
    const count = PIECE_SAMPLES + 2 * PIECE_MARGIN
    const { ducked, voiceGainDb, underDb } = this.sounds
    const [start, end] = [from / (MIX_RATE / 1000), (from + count) / (MIX_RATE / 1000)]
    const near = ducked.filter((range) => reachOf(range).end >= start && reachOf(range).start <= end)
    return {
      ...{ index, layout: this.layout, under: this.under?.blob ?? null, voiceGainDb, underDb },
      takes: this.takesIn(from, count).map((take) => [take.blob, take.start, take.db]),
      ducked: near.map((range) => [range.start, range.end, range.db]),
      // Other pieces don't depend on the length.
      ...(from + count > this.samples && { samples: this.samples }),
    }
  }

  private takesIn(from: number, count: number) {
    const [start, end] = [from / (MIX_RATE / 1000), (from + count) / (MIX_RATE / 1000)]
    return this.sounds.takes.filter((take) => take.start < end + TAIL_MS && take.start + take.ms > start - TAIL_MS)
  }

  private async eachPiece<T>(
    [from, to]: readonly [number, number],
    work: (index: number, share: readonly [number, number]) => Promise<T>,
  ): Promise<T[]> {
    const queue = new PQueue({ concurrency: AT_ONCE })
    const count = pieceCount(this.samples)
    const at = (index: number): number => from + ((to - from) * index) / count
    const pieces = Array.from({ length: count }, (_, index) => index)
    const { signal } = this.run
    return Promise.all(pieces.map((index) => queue.add(() => work(index, [at(index), at(index + 1)]), { signal })))
  }
}

/** What resampling adds to the ends of a voice, at most. */
const TAIL_MS = 5
