/** Cues from speech with known times: sentences spoken by flite with pauses between. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultCueRules, wordsToCues } from '#core/speech/cues.ts'
import type { Word } from '#core/speech/words.ts'
import { align } from '#core/subtitle/text/align.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readWav } from '#core/media/wav.ts'
import { writeWav } from '#server/engines/wav.ts'
import type { EngineRegistry } from '#server/engines/registry.ts'
import { probeMedia } from '#server/engines/probe.ts'
import { hearWords } from '#server/tasks/speech/hear-words.ts'
import { goal } from '../goals.ts'
import { number } from '../table.ts'
import { runWithout } from '#tests/support/run-without.ts'
import { processorSeconds } from './run.ts'

const RATE = 16_000
const PAUSE_MS = 900
const NEAR_MS = 150
/** Below this a sample is silence. */
const QUIET = 300

export const spokenLines = [
  'good morning and welcome to the city',
  'the train leaves from the second platform',
  'nobody told us what to do next',
  'she has been working here for twenty years',
  'we should talk about the money later',
  'the weather is going to be fine tomorrow',
  'please close the window before you leave',
  'I never thought that it would be so easy',
  'my brother lives in a small house by the river',
  'they sold the old car last week',
  'can you hear the music in the street',
  'thank you very much and good night',
] as const

export interface Spoken {
  readonly start: number
  readonly end: number
  readonly text: string
}

export const speechHead = [
  ...['engine', 'lines', 'starts within 150 ms', 'ends within 150 ms', 'words lost', 'word errors', 'times real time'],
  ...['processor s a minute', 'of it outside of engines and ffmpeg'],
]

/** Results for the spoken sentences. */
export async function hearLines(engines: EngineRegistry, engine: string): Promise<string[]> {
  return inFolder(async (folder) => {
    const { wav, spoken } = speak(folder)
    const path = join(folder, 'speech.mp4')
    withPicture(wav, path)
    const { words, cues, cost } = await hear(engines, folder, path)
    const starts = spoken.filter(({ start }) => cues.some((cue) => Math.abs(cue.start - start) <= NEAR_MS))
    // Cues outlast their words a little: what counts is that none ends before its last word.
    const lastWords = spoken.filter(({ end }) => words.some((word) => Math.abs(word.end - end) <= NEAR_MS))
    const percent = (count: number): number => (100 * count) / spoken.length
    const lost = outside(words, cues)
    goal(`speech by ${engine}: starts of lines within 150 ms`, percent(starts.length), { least: 95 }, ' %')
    goal(`speech by ${engine}: ends of their words within 150 ms`, percent(lastWords.length), { least: 95 }, ' %')
    goal(`speech by ${engine}: words in no line`, lost, { most: 0 })
    const truth = spoken.flatMap(({ text }) => text.split(' '))
    return [
      ...[
        String(spoken.length),
        ...[starts, lastWords].map(({ length }) => `${number(percent(length))} %`),
        String(lost),
      ],
      `${number(100 * wordErrors(words, truth))} %`,
      ...cost,
    ]
  })
}

export const recordingsHead = [
  ...['engine', 'recording', 'words', 'word errors', 'words outside of lines', 'times real time'],
  ...['processor s a minute', 'of it outside of engines and ffmpeg'],
]

/** Files of the test data with their texts; `.txt` is a file with the text. */
const recordings = {
  'austen-7s.wav': 'austen-7s.txt',
  'jfk.wav': 'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
  'digits-en-8k.wav': 'one zero zero zero one nine oh two one oh zero one eight zero three',
  'lucier-100s.mp3': 'lucier-100s.txt',
} as const

/** Results for recordings of people. */
export async function hearRecordings(engines: EngineRegistry, data: string): Promise<string[][]> {
  const rows: string[][] = []
  for (const [name, said] of Object.entries(recordings)) {
    const text = said.endsWith('.txt') ? readFileSync(join(data, 'audio', said), 'utf8') : said
    const truth = text.trim().split(/\s+/)
    const cells = await inFolder(async (folder) => {
      const path = join(folder, 'recording.mp4')
      withPicture(join(data, 'audio', name), path)
      const { words, cues, cost } = await hear(engines, folder, path)
      const errors = `${number(100 * wordErrors(words, truth))} %`
      return [name, String(truth.length), errors, String(outside(words, cues)), ...cost]
    })
    rows.push(cells)
  }
  return rows
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Words and lines of a video's speech, and what they cost: times real time, processor seconds, share of our own. */
async function hear(engines: EngineRegistry, folder: string, path: string) {
  const info = await probeMedia('ffprobe', path)
  const video = { content_hash: 'speech', duration_ms: info.durationMs, blob_key: path, info }
  const begin = { wall: performance.now(), all: processorSeconds(), own: process.cpuUsage() }
  const { words } = await hearWords(runWithout(engines, folder), {
    ...{ video, language: 'en', track: 0, channels: 'auto' },
    share: [0, 1],
  })
  const cues = wordsToCues(words, defaultCueRules, sequentialIds('c'))
  const seconds = (performance.now() - begin.wall) / 1000
  const own = process.cpuUsage(begin.own)
  const all = processorSeconds() - begin.all
  const cost = [
    number(info.durationMs / 1000 / seconds),
    number((all * 60_000) / info.durationMs),
    `${number((100 * (own.user + own.system)) / 1e6 / all)} %`,
  ]
  return { words, cues, cost }
}

/** Number of words outside cues. */
function outside(words: readonly Word[], cues: readonly Cue[]): number {
  return words.filter((word) => !cues.some((cue) => word.start >= cue.start - 1 && word.end <= cue.end + 1)).length
}

/** The sentences as sound, with their times. */
export function speak(folder: string): { wav: string; spoken: Spoken[] } {
  const spoken: Spoken[] = []
  const parts: Int16Array[] = [new Int16Array(RATE)]
  let samples = RATE
  for (const [at, text] of spokenLines.entries()) {
    const voice = at % 2 === 0 ? 'slt' : 'rms'
    const wav = join(folder, `${at}.wav`)
    const source = `flite=text='${text}':voice=${voice}`
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, '-ar', String(RATE), wav])
    const sound = readWav(readFileSync(wav))?.samples ?? new Int16Array()
    const first = sound.findIndex((value) => Math.abs(value) > QUIET)
    const last = sound.findLastIndex((value) => Math.abs(value) > QUIET)
    const ms = (sample: number): number => ((samples + sample) * 1000) / RATE
    spoken.push({ start: ms(first), end: ms(last), text })
    const pause = new Int16Array((PAUSE_MS * RATE) / 1000)
    parts.push(sound, pause)
    samples += sound.length + pause.length
  }
  const whole = new Int16Array(samples)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  const wav = join(folder, 'whole.wav')
  writeFileSync(wav, writeWav({ samples: whole, rate: RATE }))
  return { wav, spoken }
}

/** The sound as a video with a black picture. */
function withPicture(sound: string, path: string): void {
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=black:s=320x180:r=10', '-i', sound, '-shortest'],
    ...['-map', '0:v', '-map', '1:a', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '128k', path],
  ])
}

/** Missing, added or replaced words, as a share of the reference. */
function wordErrors(words: readonly Word[], said: readonly string[]): number {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '')
  const truth = said.map(plain)
  const heard = words.map(({ text }) => plain(text))
  const pairs = align(truth, heard, (a, b) => (a === b ? 0 : 1.5))
  return pairs.filter(({ a, b }) => truth[a ?? -1] !== heard[b ?? -1]).length / truth.length
}
