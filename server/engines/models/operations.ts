import { readWav } from '#core/media/wav.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The used part of `@huggingface/transformers`. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string }
  readonly pipeline: (
    task: string,
    model: string,
    options: object,
  ) => Promise<(input: unknown, options: object) => Promise<unknown>>
}

/** The used part of `sherpa-onnx-node`. */
interface Sherpa {
  readonly OfflineSpeakerDiarization: new (config: object) => {
    process(samples: Float32Array): { start: number; end: number; speaker: number }[]
  }
  readonly OfflineTts: new (config: object) => { generate(request: object): MadeSound }
  readonly SpeakerEmbeddingExtractor: new (config: object) => {
    createStream(): {
      acceptWaveform(sound: { sampleRate: number; samples: Float32Array }): void
      inputFinished(): void
    }
    compute(stream: object, usesOutsideMemory: boolean): Float32Array
  }
}

const THREADS = 2

const loaded = new Map<string, unknown>()

/** Caches values that take long to load. */
async function once<T>(key: string, load: () => Promise<T> | T): Promise<T> {
  if (!loaded.has(key)) loaded.set(key, await load())
  return loaded.get(key) as T
}

/** A package installed beside the weights. */
function packageOf(folder: string, name: string): unknown {
  return createRequire(join(folder, 'package.json'))(name)
}

async function pipelineOf(folder: string, task: string, model: string) {
  return once(`${task} ${model}`, async () => {
    const { env, pipeline } = packageOf(folder, '@huggingface/transformers') as Transformers
    // Only files that the operator fetched and checked.
    env.allowRemoteModels = false
    env.localModelPath = `${folder}/`
    return pipeline(task, model, { dtype: 'q8', session_options: { intraOpNumThreads: THREADS } })
  })
}

interface HearInput {
  readonly folder: string
  readonly model: string
  readonly wavPath: string
  /** Two-letter code. */
  readonly language: string
}

/** Words with times in seconds by Whisper. Runs in the process of `inferByModel`. */
async function hearWords({ folder, model, wavPath, language }: HearInput): Promise<unknown> {
  const hear = await pipelineOf(folder, 'automatic-speech-recognition', model)
  const options = { return_timestamps: 'word', chunk_length_s: 30, stride_length_s: 5, task: 'transcribe' }
  return hear(await floatsOf(wavPath), { ...options, language })
}

interface TranslateInput {
  readonly folder: string
  readonly model: string
  readonly text: string
  /** Codes of FLORES-200. */
  readonly from: string
  readonly to: string
}

/** One translated text. Runs in the process of `inferByModel`. */
async function translateText({ folder, model, text, from, to }: TranslateInput): Promise<unknown> {
  const translate = await pipelineOf(folder, 'translation', model)
  return translate(text, { src_lang: from, tgt_lang: to, max_new_tokens: 400 })
}

interface TurnsInput {
  readonly folder: string
  readonly segmentation: string
  readonly embedding: string
  readonly wavPath: string
  /** -1 if unknown. */
  readonly speakers: number
}

/** Speaker turns in seconds. Runs in the process of `inferByModel`. */
async function speakerTurns({ folder, segmentation, embedding, wavPath, speakers }: TurnsInput) {
  const { OfflineSpeakerDiarization } = packageOf(folder, 'sherpa-onnx-node') as Sherpa
  const diarisation = new OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation }, numThreads: THREADS },
    embedding: { model: embedding, numThreads: THREADS },
    clustering: { numClusters: speakers, threshold: 0.5 },
    minDurationOn: 0.2,
    minDurationOff: 0.5,
  })
  return diarisation.process(await floatsOf(wavPath))
}

/** Synthesised sound as sherpa returns it. */
interface MadeSound {
  readonly samples: Float32Array
  readonly sampleRate: number
}

interface SpeakInput {
  readonly folder: string
  /** How sherpa loads the voice. */
  readonly model: object
  readonly text: string
  /** Number of the voice in the model. */
  readonly sid: number
  /** 1 is the normal rate. */
  readonly speed: number
}

/** A text spoken by a model's voice. Runs in the process of `inferByModel`. */
async function speakText({ folder, model, text, sid, speed }: SpeakInput): Promise<MadeSound> {
  return (await ttsOf(folder, model)).generate({ text, sid, speed, enableExternalBuffer: false })
}

interface SpeakLikeInput extends Omit<SpeakInput, 'sid'> {
  /** WAV file of the voice to clone, and its words. */
  readonly wavPath: string
  readonly reference: string
}

/** Refinement steps: more take longer with hardly a difference. */
const CLONE_STEPS = 4

/** A text spoken in a cloned voice. Runs in the process of `inferByModel`. */
async function speakLike({ folder, model, text, speed, wavPath, reference }: SpeakLikeInput): Promise<MadeSound> {
  const sound = readWav(await readFile(wavPath))
  if (!sound) throw new Error('no WAV file of the voice')
  const referenceAudio = Float32Array.from(sound.samples, (sample) => sample / 32_768)
  const voice = { referenceAudio, referenceSampleRate: sound.rate, referenceText: reference }
  const generationConfig = { speed, ...voice, numSteps: CLONE_STEPS }
  return (await ttsOf(folder, model)).generate({ text, generationConfig, enableExternalBuffer: false })
}

async function ttsOf(folder: string, model: object) {
  return once(`tts ${JSON.stringify(model)}`, () => {
    const { OfflineTts } = packageOf(folder, 'sherpa-onnx-node') as Sherpa
    return new OfflineTts({ model: { ...model, numThreads: THREADS, provider: 'cpu' }, maxNumSentences: 1 })
  })
}

interface NumbersInput {
  readonly folder: string
  readonly embedding: string
  readonly samples: Float32Array
}

/** A voice embedding. Runs in the process of `inferByModel`. */
async function voiceNumbers({ folder, embedding, samples }: NumbersInput): Promise<Float32Array> {
  const extractor = await once(`voice ${embedding}`, () => {
    const { SpeakerEmbeddingExtractor } = packageOf(folder, 'sherpa-onnx-node') as Sherpa
    return new SpeakerEmbeddingExtractor({ model: embedding, numThreads: THREADS })
  })
  const stream = extractor.createStream()
  stream.acceptWaveform({ sampleRate: 16_000, samples })
  stream.inputFinished()
  return extractor.compute(stream, false)
}

async function floatsOf(wavPath: string): Promise<Float32Array> {
  const sound = readWav(await readFile(wavPath))
  if (!sound || sound.rate !== 16_000) throw new Error('no WAV file of 16 kHz')
  return Float32Array.from(sound.samples, (sample) => sample / 32_768)
}

/** Operations of the process for downloaded models, by name. */
export const modelOperations = { hearWords, translateText, speakerTurns, speakText, speakLike, voiceNumbers }

export type ModelOperations = typeof modelOperations
