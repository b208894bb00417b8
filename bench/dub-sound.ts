/** Quality of a dub's sound: recognition of the voices, and how much of the original remains. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Voice } from '#core/domain/voices.ts'
import { ORIGINAL_DB } from '#core/media/ducking.ts'
import { MIX_RATE } from '#core/media/mix.ts'
import { mixedSound } from '#core/media/mixed-sound.ts'
import { planUnderSound, UNDER_LEVEL } from '#core/media/plans/dub.ts'
import { planSpeechAudio } from '#core/media/plans/speech-audio.ts'
import { align } from '#core/subtitle/text/align.ts'
import { readWav } from '#core/media/wav.ts'
import { runFfmpeg } from '#server/engines/ffmpeg.ts'
import type { EngineRegistry } from '#server/engines/registry.ts'
import type { VoiceEngine } from '#server/engines/tts/engine.ts'
import { writeFloatWav, writeWav } from '#server/engines/wav.ts'
import { goal } from './goals.ts'
import { number, printTable } from './table.ts'

const sentences = [
  'Ask not what your country can do for you, ask what you can do for your country.',
  'The family of Dashwood had long been settled in Sussex, and their estate was large.',
  'It was the best of times, it was the worst of times, it was the age of wisdom.',
  'I have three dogs and a small house near the river.',
  'The weather tomorrow will be cold in the morning and warm in the afternoon.',
]
const signal = AbortSignal.timeout(600_000)
const LANGUAGE = 'en'

export async function benchDubSound(engines: EngineRegistry): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  try {
    await benchHeard(engines, folder)
    await benchOriginal(engines, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Share of wrong words in recognition of each engine's first voices. */
async function benchHeard(engines: EngineRegistry, folder: string): Promise<void> {
  const asr = engines.for('asr', { language: LANGUAGE })
  if (!asr) return
  const rows: string[][] = []
  let first: number | undefined
  for (const { engine } of engines.inOrder('tts', { language: LANGUAGE }))
    for (const voice of engine.voices.filter(({ languages }) => languages.includes(LANGUAGE)).slice(0, 4)) {
      let [wrong, words] = [0, 0]
      for (const text of sentences) {
        const path = await spoken(engines, engine, voice, text, folder)
        const heard = await asr.transcribe(path, {
          language: LANGUAGE,
          durationMs: 10_000,
          signal,
          onProgress: () => 0,
        })
        const said = wordsOf(text)
        wrong += wrongWords(said, wordsOf(heard.map((word) => word.text).join(' ')))
        words += said.length
      }
      first ??= (100 * wrong) / words
      rows.push([voice.id, voice.gender, `${number((100 * wrong) / words)} %`])
    }
  printTable('Voices heard back by recognition', ['voice', '', 'wrong words'], rows)
  goal('the preferred voice heard back: wrong words', first ?? NaN, { most: 50 }, ' %')
}

async function spoken(engines: EngineRegistry, engine: VoiceEngine, voice: Voice, text: string, folder: string) {
  const sound = await engine.speak({ text, voice, language: LANGUAGE, rate: 1, signal })
  const [source, output] = [join(folder, 'voice.wav'), join(folder, 'heard.wav')]
  await writeFile(source, writeWav(sound))
  const { ffmpeg: program } = engines.need('ffmpeg', {})
  await runFfmpeg(planSpeechAudio({ track: 0, source, output }), { program, signal })
  return output
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? []

/** Missing, added or replaced words. */
function wrongWords(said: readonly string[], heard: readonly string[]): number {
  return align(said, heard, (a, b) => (a === b ? 0 : 1)).filter(
    ({ a, b }) => a === undefined || b === undefined || said[a] !== heard[b],
  ).length
}

/** Level of the original voice in a dub with music kept, in decibels of its own level. */
async function benchOriginal(engines: EngineRegistry, folder: string): Promise<void> {
  const vad = engines.for('vad', {})
  if (!vad) return
  const at = (name: string): string => join(folder, name)
  const ffmpeg = (...args: string[]): unknown => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
  const engine = engines.need('tts', { language: LANGUAGE })
  await spoken(engines, engine, engine.voices[0]!, sentences[0]!, folder)
  const twice = '[0:a]asplit[a][b];[a]adelay=1000[c];[b]adelay=8000[d];[c][d]amix=inputs=2:normalize=0,apad[v]'
  const shape = ['-ac', '1', '-ar', '16000', '-t', '16']
  ffmpeg('-i', at('heard.wav'), '-filter_complex', twice, '-map', '[v]', ...shape, at('said.wav'))
  const music = 'aevalsrc=0.03*(sin(2*PI*220*t)+sin(2*PI*277*t)+sin(2*PI*1760*t)):s=16000:d=16'
  ffmpeg('-f', 'lavfi', '-i', music, ...shape, at('music.wav'))
  ffmpeg('-i', at('said.wav'), '-i', at('music.wav'), '-filter_complex', 'amix=inputs=2:normalize=0', at('whole.wav'))
  const read = async (name: string) => readWav(await readFile(at(name)))!.samples
  const spans = await vad.speech([await read('whole.wav')], { signal })
  const ranges = spans.map((span) => ({ ...span, db: ORIGINAL_DB }))
  const raw = at('under.s16')
  ffmpeg(...planUnderSound({ source: at('whole.wav'), output: raw, layout: 'stereo', isAligned: false }))
  const decoded = new Int16Array(Uint8Array.from(await readFile(raw)).buffer)
  const under = (from: number, count: number): Float32Array[] =>
    [0, 1].map((channel) =>
      Float32Array.from({ length: count }, (_, index) => {
        return (decoded[2 * (from + index) + channel] ?? 0) / 32_768 / UNDER_LEVEL
      }),
    )
  const parts = { layout: 'stereo', voices: [], voiceGainDb: 0, under, underDb: 0, ducked: ranges } as const
  await writeFile(at('dub-48.wav'), writeFloatWav(mixedSound(parts, 0, 16 * MIX_RATE), MIX_RATE))
  ffmpeg('-i', at('dub-48.wav'), ...shape, at('dub.wav'))
  const [voice, dub] = [await read('said.wav'), await read('dub.wav')]
  const rows = ['under a line', 'where there is no line'].map((where, index) => {
    const level = 20 * Math.log10(Math.abs(shareOf(voice, dub, 1000 + index * 7000)))
    goal(`original voice ${where} of a dub`, level, { most: -26 }, ' dB')
    return [where, `${number(level)} dB`]
  })
  printTable('The original voice under a dub', ['', 'level'], rows)
}

/** Of one sound in another by least squares over five seconds. */
function shareOf(part: Int16Array, whole: Int16Array, fromMs: number): number {
  let [both, own] = [0, 1]
  for (let at = fromMs * 16; at < (fromMs + 5000) * 16; at++) {
    both += (part[at] ?? 0) * (whole[at] ?? 0)
    own += (part[at] ?? 0) ** 2
  }
  return both / own
}
