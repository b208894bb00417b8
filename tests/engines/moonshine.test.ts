import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wordsOfTokens } from '#core/speech/moonshine/words.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { findEngines, type EngineRegistry } from '#server/engines/registry.ts'
import { adaptersOf } from '#tests/support/engines.ts'

const SAMPLE = new URL('../../assets/sample/', import.meta.url).pathname

let engines: EngineRegistry
let folder: string
beforeAll(async () => {
  engines = await findEngines({}, adaptersOf('asr'))
  folder = await mkdtemp(join(tmpdir(), 'cuelane-moonshine-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function heard(...options: string[]) {
  const path = join(folder, 'piece.wav')
  const sound = ['-ac', '1', '-ar', '16000', path]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, ...sound])
  const engine = engines.for('asr', { language: 'en' })!
  const signal = AbortSignal.timeout(60_000)
  return engine.transcribe(path, { language: 'en', durationMs: 20_000, signal, onProgress: () => undefined })
}

const normalised = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

test('hears a talk with its marks and capitals, also a very quiet one, within the times of its lines', async () => {
  expect(engines.for('asr', { language: 'en' })?.version).toBe('moonshine-base-1')
  const video = join(SAMPLE, 'harbour.mp4')
  const { cues } = readSrt(await readFile(join(SAMPLE, 'harbour.en.srt'), 'utf8'), sequentialIds('c'))
  const said = cues.slice(0, 2)
  const wanted = normalised(said.map(({ text }) => text).join(' '))
  for (const filters of [[], ['-af', 'volume=-30dB']]) {
    const words = await heard('-t', String(said[1]!.end / 1000 + 0.2), '-i', video, ...filters)
    const got = normalised(words.map(({ text }) => text).join(' '))
    expect(got.filter((word) => wanted.includes(word)).length / wanted.length).toBeGreaterThan(0.85)
    expect(words[0]?.text).toMatch(/^\p{Lu}/u)
    expect(words.at(-1)?.text).toMatch(/[.?!]$/)
    const first = words[0]!
    expect(Math.abs(first.start - said[0]!.start)).toBeLessThan(400)
  }
})

test('hears nothing in silence and in noise', async () => {
  for (const source of ['anullsrc=r=16000:cl=mono', 'anoisesrc=r=16000:a=0.01:s=1'])
    expect(await heard('-t', '8', '-f', 'lavfi', '-i', source)).toEqual([])
})

test('words are tokens up to the next one that begins a word, as sure as the least sure of them', () => {
  expect(wordsOfTokens({ tokens: [15043, 29892, 3186, 29889], chances: [0.9, 0.8, 0.7, 0.95] })).toEqual([
    { text: 'Hello,', confidence: 0.8 },
    { text: 'world.', confidence: 0.7 },
  ])
  expect(wordsOfTokens({ tokens: [], chances: [] })).toEqual([])
})
