import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readWords } from '#server/engines/asr/whisper-local.ts'
import { turnsOf } from '#server/engines/diarise/sherpa.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { catalogue, type ModelEntry } from '#server/engines/models/catalogue.ts'
import { fetchModel, FetchFailed, verifyModel } from '#server/engines/models/fetch.ts'
import { missingFiles, modelPath } from '#server/engines/models/folder.ts'
import { findEngines } from '#server/engines/registry.ts'
import { fakeService, type FakeService, type Received, type Reply } from '#tests/support/fake-service.ts'
import { wavHeader } from '#server/engines/wav.ts'
import { onnxModel, onnxTypes } from '#tests/support/onnx-model.ts'
import { writeWav } from '#tests/support/wav.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuelane-models-'))
})
const open: FakeService[] = []
afterEach(async () => {
  await rm(folder, { recursive: true })
  await Promise.all(open.splice(0).map((service) => service.close()))
})

async function service(answer: (request: Received, before: number) => Reply): Promise<string> {
  const made = await fakeService(answer)
  open.push(made)
  return made.url
}

const entry: ModelEntry = {
  ...{ name: 'tried', port: 'asr', label: 'Tried', megabytes: 1, runtime: 'sherpa' },
  title: { key: 'model_speech', params: { label: 'Tried' } },
  licence: { key: 'licence', params: { name: 'MIT' } },
  files: [{ repository: 'some/model', path: 'onnx/a file.onnx' }],
}
const [file] = entry.files
const weights = 'w'.repeat(1000)
const sum = createHash('sha256').update(weights).digest('hex')
const onProgress = (): void => undefined

describe('fetching a model', () => {
  test('files come by their path, with progress, and are checked afterwards', async () => {
    const asked: string[] = []
    const base = await service((got) => {
      asked.push(got.path)
      return { headers: { 'content-length': '1000', 'x-linked-etag': `"${sum}"` }, text: weights }
    })
    const shares: number[] = []
    await fetchModel(entry, { folder, base, onProgress: (_, bytes, total) => shares.push(bytes / total) })
    expect(asked).toEqual(['/some/model/resolve/main/onnx/a%20file.onnx'])
    expect(shares.at(-1)).toBe(1)
    expect(await missingFiles(folder, entry)).toEqual([])
    expect(await verifyModel(folder, entry)).toEqual([])
    if (file) await writeFile(modelPath(folder, file), 'changed')
    expect(await verifyModel(folder, entry)).toEqual([{ key: 'file_damaged', params: { path: 'onnx/a file.onnx' } }])
    await fetchModel(entry, { folder, base, onProgress })
    expect(asked).toHaveLength(1)
  })

  test('what broke off goes on where it stopped', async () => {
    const base = await service((got, before) => {
      if (before === 0) return { cutAfter: weights.slice(0, 300) }
      const from = Number(/bytes=(\d+)-/.exec(got.headers.range ?? '')?.[1])
      return { status: 206, headers: { 'content-length': String(1000 - from) }, text: weights.slice(from) }
    })
    await expect(fetchModel(entry, { folder, base, onProgress })).rejects.toMatchObject({
      setupMessage: { key: 'fetch_broke_off' },
    })
    expect(await missingFiles(folder, entry)).toHaveLength(1)
    // How much of it had come in when the connection was cut differs from run to run.
    if (file) await writeFile(`${modelPath(folder, file)}.part`, weights.slice(0, 300))
    await fetchModel(entry, { folder, base, onProgress })
    expect(file && (await readFile(modelPath(folder, file), 'utf8'))).toBe(weights)
  })

  test('a file that is not what was expected is not kept', async () => {
    const base = await service(() => ({ headers: { etag: `"${'0'.repeat(64)}"` }, text: weights }))
    await expect(fetchModel(entry, { folder, base, onProgress })).rejects.toMatchObject({
      setupMessage: { key: 'fetch_other' },
    })
    expect(await missingFiles(folder, entry)).toHaveLength(1)
  })

  test.each([
    [{ status: 404, text: '' } as const, { key: 'fetch_status', params: { status: 404 } }],
    [undefined, { key: 'fetch_no_answer' }],
  ])('%j is said with what to do', async (reply, setupMessage) => {
    const base = reply ? await service(() => reply) : 'http://127.0.0.1:1'
    const failed = await fetchModel(entry, { folder, base, onProgress }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(FetchFailed)
    expect(failed).toMatchObject({ setupMessage })
  })
})

test('names are unique and every file has a place', () => {
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length)
  for (const { files } of catalogue) for (const { path } of files) expect(path).toMatch(/^[\w./+-]+$/)
})

/** A models folder in which the files of a model are there, and a package that answers in place of what runs it. */
async function withRuntime(name: string, runtime: string, source: string): Promise<void> {
  const model = catalogue.find((each) => each.name === name)
  for (const each of model?.files ?? []) {
    await mkdir(dirname(modelPath(folder, each)), { recursive: true })
    await writeFile(modelPath(folder, each), '')
  }
  await mkdir(join(folder, 'node_modules', runtime), { recursive: true })
  await writeFile(join(folder, 'node_modules', runtime, 'index.js'), source)
}

describe('engines with fetched weights', () => {
  const signal = new AbortController().signal
  /** Some engines, which find what is in the folder now: looking for all starts twenty programs. */
  const enginesOf = (...names: readonly string[]) =>
    findEngines(
      { MODELS_DIR: folder },
      engineAdapters.filter(({ name }) => names.includes(name)),
    )
  const wav = async (): Promise<string> => {
    const path = join(folder, 'a.wav')
    await writeFile(path, writeWav({ samples: new Int16Array(16_000), rate: 16_000 }))
    return path
  }

  test('they are offered where both weights and runtime are here, and say how to get them where not', async () => {
    const { reports } = await enginesOf('whisper', 'nllb', 'sherpa', 'spleeter', 'zipvoice')
    for (const name of ['whisper', 'nllb', 'sherpa', 'spleeter', 'zipvoice'])
      expect(reports.find((report) => report.name === name)).toMatchObject({
        ...{ isOffered: false, isOptional: true },
        remedy: { key: expect.stringMatching(/^fetch/) },
      })
  })

  test('Whisper: the sound goes to the runtime of the folder, words come back', async () => {
    await withRuntime(
      'whisper-base',
      '@huggingface/transformers',
      `exports.env = {}
exports.pipeline = async (task, model, { dtype }) => async (samples, options) => ({
  text: '',
  chunks: [{ text: [task, model, dtype, exports.env.allowRemoteModels, samples.length, options.language].join(' '),
    timestamp: [0.1, 0.5] }, { text: ' end', timestamp: [0.5, null] }],
})`,
    )
    const engines = await enginesOf('whisper', 'moonshine')
    const engine = engines.need('asr', { language: 'zh_cn' })
    expect(engine.version).toBe('whisper-local-1/whisper-base')
    const options = { language: 'zh_cn', durationMs: 1000, signal, onProgress } as const
    expect(await engine.transcribe(await wav(), options)).toEqual([
      {
        text: 'automatic-speech-recognition onnx-community/whisper-base_timestamped q8 false 16000 zh',
        ...{ start: 100, end: 500 },
      },
      { text: 'end', start: 500, end: 1000 },
    ])
  })

  test('NLLB: every pair, text by text', async () => {
    await withRuntime(
      'nllb-600m',
      '@huggingface/transformers',
      `exports.env = {}
exports.pipeline = async () => async (text, o) => [{ translation_text: text + ' ' + o.src_lang + ' ' + o.tgt_lang }]`,
    )
    const engines = await enginesOf('nllb')
    const engine = engines.need('translate', { from: 'ja', to: 'zh_tw' })
    expect(await engine.translate({ texts: ['a', '', 'b'], from: 'ja', to: 'zh_tw', signal })).toEqual([
      ...['a jpn_Jpan zho_Hant', '', 'b jpn_Jpan zho_Hant'],
    ])
  })

  test('Kokoro and Piper: text, number and tempo go to the runtime; ZipVoice gets the recording and what it says', async () => {
    await mkdir(join(folder, 'espeak-ng-data'))
    const source = `exports.OfflineTts = class {
  constructor({ model }) { this.model = model }
  generate({ sid = 0, speed = 0, generationConfig: g }) {
    const heard = g ? [g.referenceAudio.length, g.referenceText.length, g.speed] : [sid, speed, Object.keys(this.model)[0].length]
    return { samples: Float32Array.from(heard, (value) => value / 32768), sampleRate: 24000 }
  }
}`
    for (const name of ['kokoro', 'piper-thorsten-medium', 'zipvoice'])
      await withRuntime(name, 'sherpa-onnx-node', source)
    const engines = await enginesOf('sherpa', 'espeak-ng', 'zipvoice')
    const voices = engines.need('tts', { language: 'de', voice: 'sherpa/piper-thorsten-medium' })
    const said = async (id: string, language: 'de' | 'zh_cn') => {
      const voice = voices.voices.find((each) => each.id === id)!
      return [...(await voices.speak({ text: 'x', voice, language, rate: 1.25, signal })).samples]
    }
    expect(await said('sherpa/piper-thorsten-medium', 'de')).toEqual([0, 1, 4])
    expect(await said('sherpa/kokoro-yunxi', 'zh_cn')).toEqual([50, 1, 6])
    const clone = engines.need('clone', { language: 'en' })
    const request = { text: 'x', language: 'en', rate: 2, signal } as const
    const reference = { wavPath: await wav(), text: 'hello' }
    expect(await clone.speak({ ...request, reference })).toEqual({ samples: Int16Array.of(16_000, 5, 2), rate: 24_000 })
    await expect(clone.speak({ ...request, reference: { ...reference, text: ' ' } })).rejects.toMatchObject({
      fault: 'input',
    })
  })

  test('Spleeter: a sound is taken apart piece by piece as the models say, sample by sample in its place', async () => {
    const model = catalogue.find(({ name }) => name === 'spleeter')!
    const value = { type: onnxTypes.float, shape: [2, 'n', 512, 1024] }
    for (const [at, factor] of [0.9, 0.3].entries()) {
      const path = modelPath(folder, model.files[at]!)
      await mkdir(dirname(path), { recursive: true })
      const nodes = [{ operator: 'Mul', inputs: ['x', 'k'], output: 'y' }]
      const made = {
        inputs: [{ ...value, name: 'x' }],
        output: { ...value, name: 'y' },
        nodes,
        constants: { k: factor },
      }
      await writeFile(path, onnxModel(made))
    }
    // Louder at 440 Hz left, at 880 right; over more than one piece.
    const count = 44_100 * 14
    const bytes = Buffer.alloc(count * 4)
    for (let at = 0; at < count; at++)
      for (const side of [0, 1])
        bytes.writeInt16LE(
          Math.round(9000 * Math.sin((at * (side + 1) * 440 * 2 * Math.PI) / 44_100)),
          at * 4 + side * 2,
        )
    const path = join(folder, 'whole.wav')
    await writeFile(path, Buffer.concat([wavHeader(44_100, bytes.length, 2), bytes]))
    const engines = await enginesOf('spleeter')
    const shares: number[] = []
    const made = await engines
      .need('separate', {})
      .separate(path, { folder, signal, onProgress: (share) => shares.push(share) })
    expect(shares.at(-1)).toBe(1)
    const [voices, background] = [await readFile(made.voices), await readFile(made.background)]
    expect([voices.length, background.length]).toEqual([44 + bytes.length, 44 + bytes.length])
    // Of 0.9 and 0.3 the shares are nine tenths and one.
    for (let at = 0; at < bytes.length; at += 4 * 997) {
      const whole = bytes.readInt16LE(at)
      expect(Math.abs(voices.readInt16LE(44 + at) - 0.9 * whole)).toBeLessThan(60)
      expect(Math.abs(background.readInt16LE(44 + at) - 0.1 * whole)).toBeLessThan(60)
    }
    await writeFile(path, writeWav({ samples: new Int16Array(100), rate: 16_000 }))
    await expect(engines.need('separate', {}).separate(path, { folder, signal, onProgress })).rejects.toMatchObject({
      fault: 'input',
    })
  }, 60_000)

  test('speakers and voices: files and sound go to the runtime; what it throws is a fault of the engine', async () => {
    await withRuntime(
      'speakers',
      'sherpa-onnx-node',
      `exports.OfflineSpeakerDiarization = class {
  constructor(config) { this.n = config.clustering.numClusters }
  process(samples) { return [{ start: 0.5, end: 1, speaker: this.n }, { start: 0, end: 0.5, speaker: 7 }] }
}
exports.SpeakerEmbeddingExtractor = class {
  createStream() { return { acceptWaveform(sound) { this.n = sound.samples.length }, inputFinished() {} } }
  compute(stream) { if (stream.n < 10) throw new Error('too short'); return Float32Array.of(stream.n) }
}`,
    )
    const engines = await enginesOf('sherpa', 'bic')
    expect((await engines.need('diarise', {}).turns(await wav(), { speakers: 2, signal })).turns).toEqual([
      { start: 0, end: 500, speaker: 0 },
      { start: 500, end: 1000, speaker: 1 },
    ])
    const voices = engines.need('embed', {})
    expect(await voices.embed(new Int16Array(40), { signal })).toEqual(Float32Array.of(40))
    await expect(voices.embed(new Int16Array(4), { signal })).rejects.toMatchObject({ fault: 'transient' })
  })
})

test('answers in another shape are garbage; speakers are numbered as they come', () => {
  expect(() => readWords({ text: 'x' }, 0)).toThrow('cannot be read')
  expect(turnsOf([]).length).toBe(0)
  expect(turnsOf([{ start: 1, end: 2, speaker: 3 }])).toEqual([{ start: 1000, end: 2000, speaker: 0 }])
})
