/** Cues that are burned in, spoken, or both, in English: errors of text only, speech only and both. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { textLines, textOf } from '#core/media/text-lines.ts'
import { defaultCueRules, wordsToCues } from '#core/speech/cues.ts'
import { fuseLines } from '#core/speech/fuse.ts'
import { align, likeness } from '#core/subtitle/text/align.ts'
import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import type { EngineRegistry } from '#server/engines/registry.ts'
import { findText } from '#server/tasks/picture-text/find-text.ts'
import { readText } from '#server/tasks/picture-text/read-text.ts'
import { hearWords } from '#server/tasks/speech/hear-words.ts'
import { runWithout } from '#tests/support/run-without.ts'
import { goal } from '../goals.ts'
import { median, printTable } from '../table.ts'
import { burnedCues, FRAME_MS, timed } from './clips.ts'
import { inFolder, speak, type Spoken } from './speech.ts'
import { type Line, shared, videoOf } from './text.ts'

const LANGUAGE = 'en'

interface SoundClip {
  readonly name: string
  readonly sound: string
  /** What the picture says, and all that is to be found. */
  readonly burned: readonly Line[]
  readonly truth: readonly Line[]
}

const ways = ['text', 'speech', 'both'] as const
type Way = (typeof ways)[number]

export async function benchBoth(engines: EngineRegistry, data: string): Promise<void> {
  if (!engines.for('asr', { language: LANGUAGE }) || !engines.for('ocr', { language: LANGUAGE })) return
  const rows: string[][] = []
  const mistakes: string[] = []
  await inFolder(async (folder) => {
    for (const clip of soundClips(data, folder)) {
      const found = await linesOf(engines, data, folder, clip)
      const errors = new Map(ways.map((way) => [way, errorsOf(clip.truth, found[way])]))
      for (const [way, { count, wrong, lost, added, edges, texts }] of errors) {
        const cells = [count, wrong, lost, added].map(String)
        rows.push([clip.name, way, String(clip.truth.length), ...cells, `${median(edges)} ms`])
        mistakes.push(...texts.map((text) => `  ${clip.name}, ${way}: ${text}`))
      }
      const [text, speech, both] = ways.map((way) => errors.get(way)?.count ?? NaN) as [number, number, number]
      goal(`both, ${clip.name}: errors`, both, { most: Math.min(text, speech) })
    }
  })
  printTable('Text of the picture, speech, and both', bothHead, rows)
  console.log(`\nWhat is there, and what was found:\n${mistakes.join('\n')}`)
}

const bothHead = ['clip', 'of', 'lines', 'errors', 'other words', 'lost', 'invented', 'edge off by, median']

/** Cues shown while spoken, all or some; a title over speech; text over music; recordings of people. */
function soundClips(data: string, folder: string): SoundClip[] {
  const { wav, spoken } = speak(folder)
  const stands = spoken.map(standing)
  const isEven = (_: unknown, at: number): boolean => at % 2 === 0
  const some = stands.filter(isEven)
  const onlyHeard = spoken.filter((line, at) => !isEven(line, at))
  const music = join(folder, 'music.wav')
  soundOf([join(data, 'video', 'trailer-chrome-30s.webm')], music)
  const unspoken = timed(['The door is locked', 'Nobody came back', 'Ten years later', 'We were wrong', 'Say it again'])
  const title = { text: 'Chapter One', start: stands[4]?.start ?? 0, end: stands[5]?.end ?? 0 }
  const others = stands.filter((_, at) => at !== 4 && at !== 5)
  return [
    { name: 'all-burned', sound: wav, burned: stands, truth: stands },
    { name: 'every-other-burned', sound: wav, burned: some, truth: inOrder([...some, ...onlyHeard]) },
    { name: 'title-over-speech', sound: wav, burned: inOrder([...others, title]), truth: inOrder([...stands, title]) },
    { name: 'text-over-music', sound: music, burned: unspoken, truth: unspoken },
    ...recordedClips(data, folder),
  ]
}

const inOrder = (lines: readonly Line[]): Line[] => [...lines].sort((a, b) => a.start - b.start)

/** Before and after what is spoken, in milliseconds. */
const LEAD_MS = 80
const STAY_MS = 240

/** When a cue is shown while it is spoken: from one frame to another. */
function standing({ text, start, end }: Spoken): Line {
  const frame = (ms: number): number => Math.round(ms / FRAME_MS) * FRAME_MS
  return { text, start: frame(start - LEAD_MS), end: frame(end + STAY_MS) }
}

/** Speech in two recordings of the test data, in milliseconds; the second follows the first. */
const recorded = [
  { file: 'austen-7s.wav', start: 200, end: 3440, text: 'and mister john dashwood had then leisure to consider' },
  {
    file: 'austen-7s.wav',
    start: 3450,
    end: 6790,
    text: 'how much there might be prudently in his power to do for them',
  },
  { file: 'jfk.wav', start: 326, end: 2286, text: 'and so my fellow americans' },
  { file: 'jfk.wav', start: 3289, end: 4427, text: 'ask not' },
  { file: 'jfk.wav', start: 5189, end: 7650, text: 'what your country can do for you' },
  { file: 'jfk.wav', start: 8100, end: 10_700, text: 'ask what you can do for your country' },
]
const SECOND_MS = 7100

function recordedClips(data: string, folder: string): SoundClip[] {
  const sound = join(folder, 'people.wav')
  const files = [...new Set(recorded.map(({ file }) => file))]
  soundOf(
    files.map((file) => join(data, 'audio', file)),
    sound,
  )
  const lines = recorded.map(({ file, text, start, end }) => {
    const after = file === files[0] ? 0 : SECOND_MS
    return standing({ text, start: start + after, end: end + after })
  })
  const some = lines.filter((_, at) => at % 3 !== 1)
  return [
    { name: 'people', sound, burned: lines, truth: lines },
    { name: 'people-some-burned', sound, burned: some, truth: lines },
  ]
}

/** The sound of files joined. */
function soundOf(files: readonly string[], path: string): void {
  const inputs = files.flatMap((file) => ['-i', file])
  const all = files.map((_, at) => `[${at}:a]aresample=16000,aformat=channel_layouts=mono[a${at}]`).join(';')
  const joined = `${all};${files.map((_, at) => `[a${at}]`).join('')}concat=n=${files.length}:v=0:a=1`
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, '-filter_complex', joined, path])
}

/** Results of text only, speech only and both for a clip. */
async function linesOf(
  engines: EngineRegistry,
  data: string,
  folder: string,
  { name, sound, burned }: SoundClip,
): Promise<Record<Way, readonly Line[]>> {
  const newId = sequentialIds('both-')
  const cues = burned.map(({ start, end, text }) => makeCue(newId(), start, end, text))
  const { path: picture } = burnedCues(data, { name: `both-${name}`, language: LANGUAGE, look: 'outline', cues })
  const path = join(folder, `${name}.mp4`)
  const streams = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-b:a', '128k']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', picture, '-i', sound, ...streams, path])
  const video = await videoOf({ name, path })
  const run = runWithout(engines, folder)
  const { place } = await findText(run, { video, share: [0, 0.1] })
  const read = place && (await readText(run, { video, place, language: LANGUAGE, share: [0.1, 0.5] }))
  const { words } = await hearWords(run, {
    ...{ video, language: LANGUAGE, track: 0, channels: 'auto' },
    share: [0.5, 1],
  })
  const text = textLines(read?.texts ?? [], LANGUAGE).map((line) =>
    makeCue(newId(), line.start, line.end, textOf(line)),
  )
  const speech = wordsToCues(words, defaultCueRules, newId)
  return { text, speech, both: fuseLines(text, words, defaultCueRules, newId).map(({ cue }) => cue) }
}

interface Errors {
  readonly count: number
  readonly wrong: number
  readonly lost: number
  readonly added: number
  /** Errors of starts and ends of cues, in milliseconds. */
  readonly edges: readonly number[]
  readonly texts: readonly string[]
}

/** Capitals and marks are inaudible. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function errorsOf(truth: readonly Line[], found: readonly Line[]): Errors {
  const pairs = align(truth, found, (a, b) => 2 - 2 * shared(a, b) * likeness(bare(a.text), bare(b.text)))
  const both = pairs.flatMap(({ a, b }) => {
    const [there, line] = [truth[a ?? -1], found[b ?? -1]]
    return there && line ? [{ there, line }] : []
  })
  const wrong = both.filter(({ there, line }) => bare(there.text) !== bare(line.text))
  const lost = pairs.flatMap(({ a, b }) => (b === undefined && a !== undefined ? [truth[a]?.text ?? ''] : []))
  const added = pairs.flatMap(({ a, b }) => (a === undefined && b !== undefined ? [found[b]?.text ?? ''] : []))
  return {
    ...{ wrong: wrong.length, lost: lost.length, added: added.length },
    count: wrong.length + lost.length + added.length,
    edges: both.flatMap(({ there, line }) => [Math.abs(there.start - line.start), Math.abs(there.end - line.end)]),
    texts: [
      ...wrong.map(({ there, line }) => `${bare(there.text)}\n      ${bare(line.text)}`),
      ...lost.map((text) => `${bare(text)}\n      (lost)`),
      ...added.map((text) => `(not there)\n      ${bare(text)}`),
    ],
  }
}
