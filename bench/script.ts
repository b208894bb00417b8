/** Accuracy of a placed script: words of an audiobook, and lines of sound with known times. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { MediaInfo } from '#core/media/media-info.ts'
import { defaultCueRules } from '#core/speech/cues.ts'
import { readScript } from '#core/speech/script.ts'
import { scriptLines } from '#core/speech/script-lines.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { writeWav } from '#server/engines/wav.ts'
import { placeScript } from '#server/tasks/speech/place-script.ts'
import { realData } from '#tests/support/real-files.ts'
import { spokenLines } from '#tests/support/spoken-lines.ts'
import { goal } from './goals.ts'
import { loneRun } from './lone-run.ts'
import { number, printTable } from './table.ts'

const signal = AbortSignal.timeout(1_800_000)
/** Silence between sentences, in milliseconds. */
const PAUSES = [300, 450, 700, 250]

/** Prints how near words and lines come to where they are spoken. */
export async function benchScript(): Promise<void> {
  const engines = await findEngines(process.env, engineAdapters)
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  try {
    if (realData) await benchWords(engines, folder, realData)
    await benchLines(engines, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/** Each aligning engine on an audiobook with known word times. */
async function benchWords(engines: EngineRegistry, folder: string, data: string): Promise<void> {
  const truth = z.object({ w: z.array(z.object({ b: z.number(), t: z.string() })) })
  const { w } = truth.parse(JSON.parse(readFileSync(join(data, 'audio/austen-7s.json'), 'utf8')))
  const said = w.filter(({ t }) => !t.startsWith('<'))
  const words = said.map(({ t }) => t.replace(/\(\d+\)$/, ''))
  const wav = join(folder, 'words.wav')
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    join(data, 'audio/austen-7s.wav'),
    '-ac',
    '1',
    '-ar',
    '16000',
    wav,
  ])
  const rows: string[][] = []
  for (const { name, engine } of engines.inOrder('align', { language: 'en' })) {
    const times = (await engine.align(wav, words, { language: 'en', signal })) ?? []
    const off = times.map(({ start }, at) => Math.abs(start - said[at]!.b * 1000)).toSorted((a, b) => a - b)
    rows.push([name, number(share(off, 0.5)), number(share(off, 0.9))])
    if (rows.length > 1) continue
    goal('word starts of an audiobook, median', share(off, 0.5), { most: 50 }, ' ms')
    goal('word starts of an audiobook, nine of ten', share(off, 0.9), { most: 150 }, ' ms')
  }
  printTable('Words of an audiobook, off by ms', ['engine', 'median', '90 %'], rows)
}

interface Spoken {
  readonly language: LanguageCode
  readonly sentences: readonly string[]
  /** When each sentence is spoken, in ms; undefined if it is not. */
  readonly truth: readonly ({ start: number; end: number } | undefined)[]
  readonly wav: string
}

/** A random tenth of sentences is left out, by a seed. */
function tenth(count: number, seed: number): Set<number> {
  let state = seed
  const out = new Set<number>()
  while (out.size < Math.round(count / 10)) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    out.add(Math.floor((state / 2 ** 32) * count))
  }
  return out
}

const story = readFileSync(new URL('./script.txt', import.meta.url), 'utf8')

async function benchLines(engines: EngineRegistry, folder: string): Promise<void> {
  // English without its engines: the situation of other languages, with other voices.
  const without = await findEngines(
    process.env,
    engineAdapters.filter(({ port, name }) => port !== 'asr' && name !== 'pocketsphinx'),
  )
  const texts: { language: LanguageCode; text: string; voice: string; isDeaf?: boolean }[] = [
    { language: 'en', text: story, voice: 'flite/slt' },
    { language: 'en', text: story, voice: 'flite/rms' },
    { language: 'en', text: story, voice: 'flite/slt', isDeaf: true },
    { language: 'en', text: story, voice: 'flite/rms', isDeaf: true },
    ...(['fr', 'de', 'es', 'ru', 'it', 'pl'] as const).map((language) => {
      const { lines } = spokenLines.find((each) => each.language === language)!
      return { language, text: lines.join('\n'), voice: 'espeak-ng/greta' }
    }),
  ]
  const rows: string[][] = []
  const all = { whole: [] as number[], script: [] as number[], sound: [] as number[] }
  let outside = 0
  for (const { language, text, voice, isDeaf } of texts) {
    const own = isDeaf ? without : engines
    const sentences = readScript(text).sentences.map((sentence) => sentence.text)
    const out = tenth(sentences.length, 7)
    const kept = sentences.flatMap((_, at) => (out.has(at) ? [] : [at]))
    const whole = await speakAll(engines, folder, { language, voice, sentences, isSaid: () => true })
    const short = await speakAll(engines, folder, { language, voice, sentences, isSaid: (at) => !out.has(at) })
    const begin = performance.now()
    const results = {
      whole: await placed(own, folder, whole),
      script: await placed(own, folder, {
        ...whole,
        sentences: kept.map((at) => sentences[at]!),
        truth: kept.map((at) => whole.truth[at]),
      }),
      sound: await placed(own, folder, short),
    }
    const seconds = (whole.truth.findLast((range) => range)?.end ?? 0) / 1000
    const speed = (3 * seconds * 1000) / (performance.now() - begin)
    for (const key of ['whole', 'script', 'sound'] as const) {
      all[key].push(...results[key].off)
      outside += results[key].outside
    }
    rows.push([
      `${language} ${voice}${isDeaf ? ' without recognition' : ''}`,
      ...[results.whole, results.script, results.sound].flatMap(({ off, missing, wrong }) => {
        const sorted = off.toSorted((a, b) => a - b)
        return [number(share(sorted, 0.5)), number(share(sorted, 0.95)), `${missing}/${wrong}`]
      }),
      number(speed),
    ])
  }
  const head = (what: string): string[] => [`${what}: median`, '95 %', 'missed/made up']
  printTable(
    'Lines of a script, starts off by ms; the same with a tenth of the sentences out of the script, and out of the sound',
    ['', ...head('whole'), ...head('script'), ...head('sound'), 'speed'],
    rows,
  )
  for (const [key, off] of Object.entries(all)) {
    const sorted = off.toSorted((a, b) => a - b)
    goal(`line starts of a script (${key}), median`, share(sorted, 0.5), { most: 80 }, ' ms')
    goal(`line starts of a script (${key}), 95 of 100`, share(sorted, 0.95), { most: 300 }, ' ms')
  }
  goal('lines of a script outside their sentence', outside, { most: 0 })
}

interface Speaking {
  readonly language: LanguageCode
  readonly voice: string
  readonly sentences: readonly string[]
  readonly isSaid: (at: number) => boolean
}

/** Sentences joined with pauses, and their times. */
async function speakAll(engines: EngineRegistry, folder: string, speaking: Speaking): Promise<Spoken> {
  const { language, voice: id, sentences, isSaid } = speaking
  const voices = engines
    .inOrder('tts', { language })
    .flatMap(({ engine }) => engine.voices.map((voice) => ({ engine, voice })))
  const { engine, voice } = voices.find((each) => each.voice.id === id)!
  const parts: Int16Array[] = []
  const truth: Spoken['truth'][number][] = []
  let [rate, at] = [0, 0]
  const push = (samples: Int16Array): void => {
    parts.push(samples)
    at += samples.length
  }
  for (const [index, text] of sentences.entries()) {
    if (!isSaid(index)) {
      truth.push(undefined)
      continue
    }
    const sound = await engine.speak({ text, voice, language, rate: 1, signal })
    rate = sound.rate
    if (at === 0) push(new Int16Array(rate))
    const samples = loudPart(sound.samples)
    truth.push({ start: (at * 1000) / rate, end: ((at + samples.length) * 1000) / rate })
    push(samples)
    push(new Int16Array(Math.round((rate * PAUSES[index % PAUSES.length]!) / 1000)))
  }
  const joined = new Int16Array(at)
  let from = 0
  for (const part of parts) {
    joined.set(part, from)
    from += part.length
  }
  const wav = join(folder, `${language}.wav`)
  const path = join(folder, `${language}-${isSaid(0)}-${truth.length}-${at}.wav`)
  writeFileSync(wav, writeWav({ samples: joined, rate }))
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-ac', '1', '-ar', '16000', path])
  return { language, sentences, truth, wav: path }
}

function loudPart(samples: Int16Array): Int16Array {
  const least = 0.02 * samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const first = samples.findIndex((sample) => Math.abs(sample) > least)
  return samples.slice(first, samples.findLastIndex((sample) => Math.abs(sample) > least) + 1)
}

/** The product's result for a script and its sound, against the truth. */
async function placed(engines: EngineRegistry, folder: string, { language, sentences, truth, wav }: Spoken) {
  const duration = Math.max(...truth.map((range) => range?.end ?? 0)) + 1000
  const video = {
    blob_key: wav,
    content_hash: wav,
    duration_ms: duration,
    info: { hasAudio: true, streams: [] as MediaInfo['streams'] } as MediaInfo,
  }
  const run = loneRun(engines, folder, signal)
  const { placed: found, added } = await placeScript(run, { video, language, sentences, share: [0, 1] })
  const rows = sentences.map((text, at) => ({ text, speaker: String(at), row: at }))
  const { cues, speakers } = scriptLines(rows, found, added, { rules: defaultCueRules, newId: sequentialIds('c') })
  const off: number[] = []
  let [missing, wrong, outside] = [0, 0, 0]
  for (const [at, range] of truth.entries()) {
    const own = cues.filter(({ id }) => speakers.get(id) === String(at))
    const [first] = own
    if (range && first) off.push(Math.abs(first.start - range.start))
    else if (range) missing++
    else if (first) wrong++
    outside += own.filter(({ start, end }) => !range || (start + end) / 2 < range.start || start > range.end).length
  }
  return { off, missing, wrong, outside }
}
