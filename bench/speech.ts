/** English recognition: word errors and speed of each available engine, on files with a text. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comparedWords, wordErrors } from '#core/metrics/word-errors.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { shareWithin } from '#core/metrics/subtitle-metrics.ts'
import { cueRulesOf } from '#core/speech/cue-rules.ts'
import { wordsToCues } from '#core/speech/cues.ts'
import type { Word } from '#core/speech/words.ts'
import { speechPieces } from '#core/speech/chunks.ts'
import { LoudnessMeter, quietestMs } from '#core/speech/hearing.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readWav } from '#core/media/wav.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { type EngineRegistry, findEngines, type OpenEngine } from '#server/engines/registry.ts'
import { realData } from '#tests/support/real-files.ts'
import { goal } from './goals.ts'
import { benchSpeakers } from './speakers.ts'
import { hearInBrowser } from './speech-browser.ts'
import { number, printTable } from './table.ts'

const LANGUAGE = 'en'
const signal = AbortSignal.timeout(1_800_000)

/** Real files with a text: a file beside them, or transcribed by ear. */
const files: readonly { readonly path: string; readonly text: string | { readonly file: string } }[] = [
  {
    path: 'audio/jfk.wav',
    text: 'And so my fellow Americans ask not what your country can do for you ask what you can do for your country',
  },
  { path: 'audio/austen-7s.wav', text: { file: 'audio/austen-7s.txt' } },
  { path: 'audio/lucier-100s.mp3', text: { file: 'audio/lucier-100s.txt' } },
  { path: 'video/dub-source-en-11s.mp4', text: { file: 'video/dub-source-en-11s.srt' } },
  {
    path: 'video/free-voice-timecode-42s.mp4',
    text: 'Hello. This is an example video for your convenience and pleasure. You are allowed to use this voice for any purpose, including commercial uses. On the bottom right, you can see the time. When the time reaches 40 seconds, I will say banana. Banana.',
  },
  {
    path: 'video/webcam-en-10s.mp4',
    text: 'Good morning. My name is Jordi Mas. I am from Barcelona and I love the city.',
  },
]

interface Measured {
  readonly rate: number
  /** Length of the sound over the time that it took. */
  readonly speed: number
  readonly durationMs: number
  /** Cues of the words, if the engine gives times. */
  readonly lines: readonly Cue[]
}

/** The column of the editor's recognition, from click to cues. */
const IN_BROWSER = 'in the browser'

export async function benchSpeech(): Promise<void> {
  await benchSpeakers()
  if (!realData) {
    console.log('\nCUELANE_TEST_DATA is not set: no speech was recognised.')
    return
  }
  const engines = await findEngines(process.env, engineAdapters)
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  try {
    const all = engines.inOrder('asr', { language: LANGUAGE })
    const measured = new Map<string, Measured[]>()
    for (const entry of all) {
      const results: Measured[] = []
      for (const { path, text } of files)
        results.push(await measure(engines, entry, { path: join(realData, path), text: await textOf(text), folder }))
      measured.set(entry.name, results)
    }
    measured.set(IN_BROWSER, await measureInBrowser(folder))
    const names = [...measured.keys()]
    const row = (name: string, at: number): string[] => [
      name,
      ...names.flatMap((engine) => {
        const { rate, speed } = measured.get(engine)![at]!
        return [`${number(100 * rate)} %`, number(speed)]
      }),
    ]
    const head = ['', ...names.flatMap((name) => [`${name}: wrong words`, 'speed'])]
    printTable(
      'English speech',
      head,
      files.map(({ path }, at) => row(path, at)),
    )
    const first = measured.get(names[0] ?? '') ?? []
    const rates = first.map(({ rate }) => 100 * rate)
    goal('words wrong, mean over files', rates.reduce((sum, rate) => sum + rate, 0) / rates.length, { most: 8 }, ' %')
    goal('words wrong, worst file', Math.max(...rates), { most: 15 }, ' %')
    const slowest = Math.min(...first.slice(1).map(({ speed }) => speed))
    goal('speed of recognition, slowest file after the first', slowest, { least: 12 })
    const limits = limitsOf(profiles.netflix, { language: LANGUAGE })
    const lines = first.reduce((sum, each) => sum + each.lines.length, 0)
    const within = first.reduce((sum, each) => sum + each.lines.length * shareWithin(each.lines, limits), 0)
    goal('recognised lines within the Netflix profile', (100 * within) / lines, { least: 97 }, ' %')
    const here = measured.get(IN_BROWSER) ?? []
    goal('words wrong in the browser, worst file', 100 * Math.max(...here.map(({ rate }) => rate)), { most: 15 }, ' %')
    goal('speed in the browser, files over half a minute', slowestLong(here), { least: 3 })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** From click to cues with loaded models, which dominates for short files. */
function slowestLong(measured: readonly Measured[]): number {
  return Math.min(...measured.filter(({ durationMs }) => durationMs > 30_000).map(({ speed }) => speed))
}

async function measureInBrowser(folder: string): Promise<Measured[]> {
  const samples: { path: string; durationMs: number }[] = []
  for (const file of files) {
    const path = join(realData!, file.path)
    samples.push({ path, durationMs: (await samplesOf(path, folder)).length / 16 })
  }
  const measured: Measured[] = []
  for (const [at, { text, speed }] of (await hearInBrowser(samples)).entries()) {
    const said = await textOf(files[at]!.text)
    const rate = wordErrors(said, text).wrong / comparedWords(said).length
    measured.push({ rate, speed, durationMs: samples[at]!.durationMs, lines: [] })
  }
  return measured
}

async function textOf(text: string | { readonly file: string }): Promise<string> {
  if (typeof text === 'string') return text
  const content = await readFile(join(realData!, text.file), 'utf8')
  if (!text.file.endsWith('.srt')) return content
  return readSubtitle(content, sequentialIds('c'))
    .cues.map((cue) => cue.text)
    .join('\n')
}

interface Sample {
  readonly path: string
  readonly text: string
  readonly folder: string
}

async function measure(engines: EngineRegistry, entry: OpenEngine<'asr'>, sample: Sample): Promise<Measured> {
  const piece = join(sample.folder, 'piece.wav')
  const samples = await samplesOf(sample.path, sample.folder)
  const durationMs = samples.length / 16
  const begin = performance.now()
  const spans = await engines.need('vad', {}).speech([samples], { signal })
  const most = (entry.serves.abilities?.maxSeconds ?? 30) * 1000
  const heard: Word[] = []
  const meter = new LoudnessMeter(16_000)
  meter.take(samples, 32_768)
  const quietest = (range: TimeRange): number => quietestMs(meter.levels, range)
  for (const { start, end } of speechPieces(spans, durationMs, { target: most * 0.9, most, quietest })) {
    const cut = ['-ss', String(start / 1000), '-t', String((end - start) / 1000), piece]
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', join(sample.folder, WAV), ...cut])
    const options = { language: LANGUAGE, durationMs: end - start, signal, onProgress: () => undefined } as const
    for (const word of await entry.engine.transcribe(piece, options))
      heard.push({ ...word, start: word.start + start, end: word.end + start })
  }
  const speed = durationMs / (performance.now() - begin)
  const { wrong } = wordErrors(sample.text, heard.map((word) => word.text).join(' '))
  const lines = wordsToCues(heard, cueRulesOf(profiles.cuelane, { language: LANGUAGE }), sequentialIds('c'))
  return { rate: wrong / comparedWords(sample.text).length, speed, durationMs, lines }
}

const WAV = 'sound.wav'

/** A file's sound at 16 kHz, written into the folder. */
async function samplesOf(path: string, folder: string): Promise<Int16Array> {
  const wav = join(folder, WAV)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', path, '-ac', '1', '-ar', '16000', wav])
  return readWav(await readFile(wav))!.samples
}
