/** Matching cues: to an hour of real speech, to another version, and unrelated ones. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { matchTimes } from '#core/media/match-times.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { realData } from '#tests/support/real-files.ts'
import { speechOf } from '../cli/sound.ts'
import { printTable } from './table.ts'

const RATE = 8000
const HOUR_S = 3600
const CLIPS = ['audio/jfk.wav', 'audio/austen-7s.wav', 'audio/lv.wav', 'audio/ru.wav']
const TEXTS = [
  'subs/vtt/elephantsdream.en.vtt',
  'subs/vtt/elephantsdream.ru.vtt',
  'subs/vtt/elephantsdream.ja.vtt',
  'subs/srt/lalaland.srt',
]
const shifts: readonly (readonly [name: string, scale: number, offset: number])[] = [
  ['as it is', 1, 0],
  ['60 s late', 1, -60_000],
  ['60 s early', 1, 60_000],
  ['25 → 23.976', (25 * 1001) / 24_000, 0],
  ['23.976 → 25', 24_000 / (25 * 1001), 0],
  ['25 → 23.976, 20 s', (25 * 1001) / 24_000, 20_000],
]

const moved = (lines: readonly TimeRange[], scale: number, offset: number): TimeRange[] =>
  lines
    .map(({ start, end }) => ({ start: (start - offset) / scale, end: (end - offset) / scale }))
    .filter(({ start }) => start >= 0)

/** `apart`: known delay of the others in milliseconds, 0 for equal cues. */
function row(name: string, lines: readonly TimeRange[], right: readonly TimeRange[], apart = 0): string[][] {
  return shifts.map(([shift, scale, offset]) => {
    const match = matchTimes(moved(lines, scale, offset), right)
    const middle = (right.at(-1)?.end ?? 0) / 2
    // Position of the video's middle against the truth.
    const error = match && Math.abs(((middle - offset) / scale) * match.scale + match.offset - middle - apart)
    return [
      name,
      shift,
      error === undefined ? 'no match' : `${Math.round(error)} ms`,
      match?.sureness.toFixed(1) ?? '–',
    ]
  })
}

/** Largest distance of two people's cues for one sentence, in milliseconds. */
const SAME_SENTENCE = 1000

/**
 * Delay of other people's cues in milliseconds: mean of the median distances of starts and of ends to the nearest.
 * Independent of the matching.
 */
function apartBy(lines: readonly TimeRange[], others: readonly TimeRange[]) {
  const [start = 0, end = 0] = (['start', 'end'] as const).map((edge) => {
    const distances = lines
      .map((line) =>
        others.map((other) => other[edge] - line[edge]).reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)),
      )
      .filter((distance) => Math.abs(distance) < SAME_SENTENCE)
      .sort((a, b) => a - b)
    return distances[Math.floor(distances.length / 2)] ?? 0
  })
  return { start, end, mean: Math.round((start + end) / 2) }
}

export async function benchSync(): Promise<void> {
  if (!realData || !existsSync(join(realData, CLIPS[0]!)))
    return console.log('CUELANE_TEST_DATA is not set: nothing was aligned.')
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-sync-'))
  const texts = await Promise.all(TEXTS.map((name) => timesOf(join(realData!, name))))
  const { sound, lines } = makeHour(folder)
  const speech = await speechOf(sound)
  const head = ['lines', 'moved', 'error in the middle', 'stands out']
  printTable('To the sound of an hour', head, row('an hour of speech', lines, speech))
  const pairs = [
    ['English', 'Russian', 0, 1],
    ['English', 'Japanese', 0, 2],
    ['Japanese', 'Russian', 2, 1],
  ] as const
  const timed = pairs.map(([from, to, a, b]) => ({
    from,
    to,
    a: texts[a]!,
    b: texts[b]!,
    ...apartBy(texts[a]!, texts[b]!),
  }))
  printTable(
    'Timed by other people: how much later the nearest lines are shown',
    ['lines', 'starts', 'ends'],
    timed.map(({ from, to, start, end }) => [`${to} after ${from}`, `${start} ms`, `${end} ms`]),
  )
  printTable('To another version', head, [
    ...row('English to itself', texts[0]!, texts[0]!),
    ...timed.flatMap(({ from, to, a, b, mean }) => row(`${from} to ${to}, ${mean} ms later`, a, b, mean)),
    ...row('a film of two hours', texts[3]!, texts[3]!),
  ])
  const strangers = [
    ['the film to the hour', texts[3]!, speech],
    ['English to the hour', texts[0]!, speech],
    ['English to the film', texts[0]!, texts[3]!],
    ['the hour to the film', lines, texts[3]!],
    ['Japanese to the film', texts[2]!, texts[3]!],
  ] as const
  const found = strangers.map(([name, a, b]) => [name, matchTimes(a, b) ? 'MATCH' : 'no match'])
  printTable('Lines of something else', ['pair', 'answer'], found)
  timing(folder, sound, lines)
  rmSync(folder, { recursive: true })
}

async function timesOf(path: string): Promise<readonly TimeRange[]> {
  return (await readSubtitleBytes(await readFile(path), sequentialIds('c'), { name: path })).cues
}

/** Clips of real speech joined with pauses, as MP3, with the times of speech. */
function makeHour(folder: string): { sound: string; lines: TimeRange[] } {
  const clips = CLIPS.map((name) => {
    const args = ['-v', 'error', '-i', join(realData!, name), '-ac', '1', '-ar', String(RATE), '-f', 's16le', '-']
    const bytes = execFileSync('ffmpeg', args, { maxBuffer: 1e8 })
    return new Int16Array(new Uint8Array(bytes).buffer)
  })
  const hour = new Int16Array(HOUR_S * RATE)
  for (let index = 0; index < hour.length; index++) hour[index] = ((index * 7919) % 41) - 20
  const lines: TimeRange[] = []
  let seed = 7
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let at = 70 * RATE; ;) {
    const clip = clips[random(clips.length)]!
    const from = random(Math.max(1, clip.length - 3 * RATE))
    const piece = clip.subarray(from, from + RATE + random(2 * RATE))
    if (at + piece.length >= hour.length) break
    hour.set(piece, at)
    lines.push({ start: (at * 1000) / RATE, end: ((at + piece.length) * 1000) / RATE })
    at += piece.length + random(random(9) === 0 ? 20 * RATE : 4 * RATE)
  }
  const raw = join(folder, 'hour.raw')
  writeFileSync(raw, new Uint8Array(hour.buffer))
  const sound = join(folder, 'hour.mp3')
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-f',
    's16le',
    '-ar',
    String(RATE),
    '-ac',
    '1',
    '-i',
    raw,
    '-ar',
    '44100',
    sound,
  ])
  return { sound, lines }
}

/** The whole command against ffmpeg's decoding alone, interleaved. */
function timing(folder: string, sound: string, lines: readonly TimeRange[]): void {
  const file = join(folder, 'late.srt')
  writeFileSync(
    file,
    writeSubtitle(
      lines.map(({ start, end }, at) => makeCue(`c${at}`, start, end, `Line ${at}`)),
      'srt',
    ).text,
  )
  const command = join(import.meta.dirname, '../cli/cuelane.mjs')
  const timed = (program: string, args: readonly string[]): number => {
    const from = performance.now()
    spawnSync(program, args, { maxBuffer: 1e9 })
    return performance.now() - from
  }
  const pairs = Array.from({ length: 3 }, () => [
    timed('ffmpeg', ['-v', 'error', '-i', sound, '-f', 'null', '-']),
    timed(process.execPath, [command, 'sync', '--audio', sound, file, '-o', join(folder, 'synced.srt')]),
  ])
  const [decode, sync] = [0, 1].map((at) => Math.min(...pairs.map((pair) => pair[at] ?? Infinity)))
  printTable(
    'Aligning to the sound of an hour',
    ['ffmpeg decodes', 'cuelane sync --audio', 'ratio'],
    [[`${Math.round(decode!)} ms`, `${Math.round(sync!)} ms`, (sync! / decode!).toFixed(2)]],
  )
}
