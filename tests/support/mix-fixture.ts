import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { duckedRanges } from '#core/media/ducking.ts'
import { mixedSound, placedVoice } from '#core/media/mixed-sound.ts'
import { planUnderSound, UNDER_LEVEL } from '#core/media/plans/dub.ts'
import { quiet } from '#core/media/plans/parts.ts'
import { interleaved } from '#server/engines/wav.ts'
import { writeWav } from './wav.ts'

/** Changes with the fixture: then it is remade. */
const VERSION = '2'
const RATE = 22_050

export interface MixFixture {
  readonly folder: string
  readonly durationMs: number
  /** Lines with the file of each one's take; times in milliseconds. */
  readonly lines: readonly {
    readonly id: string
    readonly speaker: string
    readonly start: number
    readonly end: number
    readonly file: string
  }[]
  readonly said: readonly { readonly start: number; readonly end: number }[]
  readonly levels: { readonly background: number; readonly speakers: Readonly<Record<string, number>> }
  readonly voiceDb: number
  /** The file of the video's sound; the mix is beside it, 32-bit samples of two channels without a header. */
  readonly source: string
  readonly mix: string
}

const durationMs = 9000
const speakers = { a: -6, b: 3 }
const levels = { background: -4, speakers }
const voiceDb = 2.5
const said = [
  { start: 700, end: 2400 },
  { start: 3100, end: 4000 },
  { start: 5600, end: 7300 },
]
/** Starts that are no whole samples of the voice's rate; two lines at once. */
const lines = [
  { id: 'one', speaker: 'a', start: 703, end: 2303, file: 'take-0.wav' },
  { id: 'two', speaker: 'b', start: 1999, end: 3199, file: 'take-1.wav' },
  { id: 'three', speaker: 'a', start: 5611, end: 7111, file: 'take-2.wav' },
]

/** What a dub task mixes of three lines over a video's sound, without its loudness and its codec. */
export function makeMixFixture(root: string): MixFixture {
  const folder = join(root, '.cache', 'fixtures', `mix-${VERSION}`)
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true })
    const making = mkdtempSync(`${folder}-`)
    makeInto(making)
    try {
      renameSync(making, folder)
    } catch (error) {
      if (!existsSync(folder)) throw error
      rmSync(making, { recursive: true })
    }
  }
  return { folder, durationMs, lines, said, levels, voiceDb, source: 'mix-source.flac', mix: 'mix.f32' }
}

function makeInto(folder: string): void {
  const path = (name: string): string => join(folder, name)
  const noise = (seed: number): string => `anoisesrc=d=${durationMs / 1000}:c=pink:a=0.2:r=44100:seed=${seed}`
  const source = path('mix-source.flac')
  const both = ['-f', 'lavfi', '-i', noise(3), '-f', 'lavfi', '-i', noise(8)]
  execFileSync('ffmpeg', [...quiet, ...both, '-filter_complex', '[0][1]amerge', '-sample_fmt', 's16', source])
  const voices = lines.map(({ start, end, speaker, file }, index) => {
    const samples = vowels(end - start, 110 + 60 * index)
    writeFileSync(path(file), writeWav({ samples, rate: RATE }))
    return placedVoice({ samples, rate: RATE }, start, speaker === 'a' ? speakers.a : speakers.b)
  })
  const decoded = path('under.s16')
  execFileSync('ffmpeg', [...quiet, ...planUnderSound({ source, output: decoded, layout: 'stereo', isAligned: false })])
  const raw = new Int16Array(Uint8Array.from(readFileSync(decoded)).buffer)
  const under = (from: number, count: number): Float32Array[] =>
    [0, 1].map((channel) =>
      Float32Array.from({ length: count }, (_, at) => (raw[2 * (from + at) + channel] ?? 0) / 32_768 / UNDER_LEVEL),
    )
  const ducked = duckedRanges({ spoken: lines, said, under: 'original' })
  const parts = { layout: 'stereo', voices, voiceGainDb: voiceDb, under, underDb: levels.background, ducked } as const
  writeFileSync(path('mix.f32'), interleaved(mixedSound(parts, 0, durationMs * 48)))
}

/** Pulses of vocal cords through two resonances, with consonants of noise between. */
function vowels(ms: number, hz: number): Int16Array {
  let state = 1
  const noise = (): number => ((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 2
  return Int16Array.from({ length: Math.round((ms * RATE) / 1000) }, (_, at) => {
    const since = (at % (RATE / hz)) / RATE
    const syllable = Math.sin((Math.PI * ((at / RATE) % 0.25)) / 0.25)
    const voiced =
      Math.exp(-since * 250) * (Math.sin(2 * Math.PI * 600 * since) + 0.5 * Math.sin(2 * Math.PI * 1900 * since))
    return 6000 * syllable * voiced + (syllable < 0.3 ? 900 * noise() : 0)
  })
}
