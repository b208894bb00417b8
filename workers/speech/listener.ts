import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import { speechAudioRate } from '#core/media/plans/speech-audio.ts'
import { speechSpans } from '#core/speech/activity.ts'
import { LoudnessMeter, type Sound } from '#core/speech/hearing.ts'
import type { MakeTensor } from '#core/speech/model-runtime.ts'
import type { DecodePiece } from '#core/speech/moonshine/hear.ts'
import { hearRecording } from '#core/speech/moonshine/recording.ts'
import { hearTokens, type MoonshineModel, type MoonshineParts } from '#core/speech/moonshine/tokens.ts'
import { wordsOfTokens } from '#core/speech/moonshine/words.ts'
import { SILERO_WINDOW, SILERO_WINDOW_MS, type SileroMemory, speechChances } from '#core/speech/silero.ts'
import type { Word } from '#core/speech/words.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { ModelStore } from './models.ts'

/** Windows per batch: some 30 s. */
const BATCH = 960 * SILERO_WINDOW
const SAMPLE_BYTES = 2
/** Share of the work for detecting speech. */
const FINDING = 0.1

const makeTensor: MakeTensor<Tensor> = (type, data, dims) => new Tensor(type, data, dims)

/** Called with progress from 0 to 1, and the words recognised since. */
export type OnListened = (share: number, words: readonly Word[]) => void

/** Recognises speech in recordings, with models of a store. */
export class Listener {
  private readonly store: ModelStore
  private readonly decode: DecodePiece
  private readonly loaded = new Map<MoonshineModel, Promise<MoonshineParts<Tensor>>>()

  constructor(store: ModelStore) {
    this.store = store
    this.decode = async (model, { samples }) => {
      const heard = await hearTokens(await this.load(model), model, samples)
      return { words: wordsOfTokens(heard), isCut: heard.isCut }
    }
  }

  /** Loads what every recording needs, for seconds, in which its sound can be read. */
  async prepare(): Promise<void> {
    await beginRuntime(this.store)
    await this.load('base')
  }

  /** The words of raw samples: 16 bits, 16 kHz, mono. */
  async listen(recording: Blob, onListened: OnListened): Promise<Word[]> {
    const { spans, loudness } = await findSpeech(this.store, recording, (share) => onListened(share * FINDING, []))
    const durationMs = (recording.size / SAMPLE_BYTES / speechAudioRate) * 1000
    const read = (range: TimeRange): Promise<Sound> => readSound(recording, range)
    return hearRecording({ durationMs, spans, loudness, read }, this.decode, (words, share) =>
      onListened(FINDING + share * (1 - FINDING), words),
    )
  }

  /** Both parts of a model, loaded once. */
  private load(model: MoonshineModel): Promise<MoonshineParts<Tensor>> {
    const known = this.loaded.get(model) ?? partsOf(this.store, model)
    this.loaded.set(model, known)
    return known
  }
}

async function partsOf(store: ModelStore, model: MoonshineModel): Promise<MoonshineParts<Tensor>> {
  return {
    encoder: await sessionOf(store, `moonshine-${model}-encoder.onnx`),
    decoder: await sessionOf(store, `moonshine-${model}-decoder.onnx`),
    tensor: makeTensor,
  }
}

/** One thread: more need shared memory, which requires cross-origin isolation. */
async function beginRuntime(store: ModelStore): Promise<void> {
  if (env.wasm.wasmBinary) return
  env.wasm.numThreads = 1
  env.wasm.wasmBinary = await store.runtime()
}

/** Spans of speech, and the loudness of each part. */
async function findSpeech(store: ModelStore, recording: Blob, onShare: (share: number) => void) {
  const model = await sessionOf(store, 'silero-vad.onnx')
  const meter = new LoudnessMeter(speechAudioRate)
  const chances: number[] = []
  let memory: SileroMemory | undefined
  for (let at = 0; at < recording.size; at += BATCH * SAMPLE_BYTES) {
    const samples = await readSamples(recording.slice(at, at + BATCH * SAMPLE_BYTES))
    meter.take(samples)
    // The rest is padded with silence.
    const whole = new Float32Array(Math.ceil(samples.length / SILERO_WINDOW) * SILERO_WINDOW)
    whole.set(samples)
    const found = await speechChances({ model, tensor: makeTensor }, whole, memory)
    for (const chance of found.chances) chances.push(chance)
    memory = found.memory
    onShare(Math.min(1, (at + BATCH * SAMPLE_BYTES) / recording.size))
  }
  await model.release()
  return { spans: speechSpans(chances, SILERO_WINDOW_MS), loudness: meter.levels }
}

async function sessionOf(store: ModelStore, name: Parameters<ModelStore['bytesOf']>[0]): Promise<InferenceSession> {
  const options = { executionProviders: ['wasm'], graphOptimizationLevel: 'all', logSeverityLevel: 3 } as const
  return InferenceSession.create(await store.bytesOf(name), options)
}

async function readSound(recording: Blob, { start, end }: TimeRange): Promise<Sound> {
  const at = (ms: number): number => Math.round((ms * speechAudioRate) / 1000) * SAMPLE_BYTES
  return { samples: await readSamples(recording.slice(at(start), at(end))), rate: speechAudioRate }
}

async function readSamples(part: Blob): Promise<Float32Array> {
  const bytes = await part.arrayBuffer()
  return Float32Array.from(
    new Int16Array(bytes, 0, Math.floor(bytes.byteLength / SAMPLE_BYTES)),
    (value) => value / 32_768,
  )
}
