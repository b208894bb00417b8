/** Lines out of speech whose times are known: spoken by flite one by one, with pauses between them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultCueRules, wordsToCues } from '#core/speech/cues.ts'
import type { Word } from '#core/speech/words.ts'
import { align } from '#core/subtitle/align.ts'
import { sequentialIds } from '#core/subtitle/cue.ts'
import { readWav, writeWav } from '#server/engines/wav.ts'
import type { EngineRegistry } from '#server/engines/registry.ts'
import { probeMedia } from '#server/engines/probe.ts'
import { hearWords } from '#server/tasks/speech/hear-words.ts'
import { number } from '../table.ts'
import { processorSeconds, runWithout } from './run.ts'

const root = join(import.meta.dirname, '../..')
const RATE = 16_000
const PAUSE_MS = 900
const NEAR_MS = 150
/** Below this a sample is silence. */
const QUIET = 300

const lines = [
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

interface Spoken {
  readonly start: number
  readonly end: number
  readonly text: string
}

export const speechHead = [
  ...['engine', 'lines', 'starts within 150 ms', 'ends within 150 ms', 'words lost', 'word errors', 'times real time'],
  ...['processor s a minute', 'of it outside of engines and ffmpeg'],
]

/** What becomes of the spoken lines, by the engine for speech that is asked first. */
export async function hearLines(engines: EngineRegistry): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-bench-'))
  try {
    const { path, spoken } = speak(folder)
    const info = await probeMedia('ffprobe', path)
    const video = { content_hash: 'speech', duration_ms: info.durationMs, blob_key: path, info }
    const begin = { wall: performance.now(), all: processorSeconds(), own: process.cpuUsage() }
    const words = await hearWords(runWithout(engines, folder), { video, language: 'en', share: [0, 1] })
    const cues = wordsToCues(words, defaultCueRules, sequentialIds('c'))
    const seconds = (performance.now() - begin.wall) / 1000
    const own = process.cpuUsage(begin.own)
    const all = processorSeconds() - begin.all
    const starts = spoken.filter(({ start }) => cues.some((cue) => Math.abs(cue.start - start) <= NEAR_MS))
    // Lines stay a moment longer than their words: what counts is that none ends before its last word does.
    const lastWords = spoken.filter(({ end }) => words.some((word) => Math.abs(word.end - end) <= NEAR_MS))
    const lost = words.filter((word) => !cues.some((cue) => word.start >= cue.start - 1 && word.end <= cue.end + 1))
    const share = (count: number): string => `${number((100 * count) / spoken.length)} %`
    const name = engines.inOrder('asr', { language: 'en' })[0]?.name ?? ''
    return [
      ...[name, String(spoken.length), share(starts.length), share(lastWords.length), String(lost.length)],
      `${number(100 * wordErrors(words, spoken))} %`,
      number(info.durationMs / 1000 / seconds),
      number((all * 60_000) / info.durationMs),
      `${number((100 * (own.user + own.system)) / 1e6 / all)} %`,
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The lines as the sound of a video, and when each is spoken. */
function speak(folder: string): { path: string; spoken: Spoken[] } {
  const spoken: Spoken[] = []
  const parts: Int16Array[] = [new Int16Array(RATE)]
  let samples = RATE
  for (const [at, text] of lines.entries()) {
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
  const kept = join(root, '.cache', 'bench', 'extract')
  mkdirSync(kept, { recursive: true })
  const path = join(kept, 'speech.mp4')
  const wav = join(folder, 'whole.wav')
  writeFileSync(wav, writeWav({ samples: whole, rate: RATE }))
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=black:s=320x180:r=10', '-i', wav, '-shortest'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '128k', path],
  ])
  return { path, spoken }
}

function wordErrors(words: readonly Word[], spoken: readonly Spoken[]): number {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '')
  const truth = spoken.flatMap(({ text }) => text.split(' ')).map(plain)
  const heard = words.map(({ text }) => plain(text))
  const pairs = align(truth, heard, (a, b) => (a === b ? 0 : 1.5))
  return pairs.filter(({ a, b }) => truth[a ?? -1] !== heard[b ?? -1]).length / truth.length
}
