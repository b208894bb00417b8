import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readAlignment } from '#server/engines/align/pocketsphinx.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { writeWav } from '#server/engines/wav.ts'
import { adaptersOf } from '#tests/support/engines.ts'
import { realData } from '#tests/support/real-files.ts'

const SAMPLE = new URL('../../assets/sample/harbour.mp4', import.meta.url).pathname
const signal = AbortSignal.timeout(60_000)

let engines: EngineRegistry
let folder: string
beforeAll(async () => {
  engines = await findEngines({}, adaptersOf('tts', 'align'))
  folder = await mkdtemp(join(tmpdir(), 'cuelane-align-'))
})
afterAll(() => rm(folder, { recursive: true }))

function piece(path: string, ...options: string[]): string {
  const wav = join(folder, 'piece.wav')
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, '-i', path, '-ac', '1', '-ar', '16000', wav])
  return wav
}

describe('known words in a sound', () => {
  test('are found one after the other, each inside it, numbers and names too', async () => {
    const words = 'Good morning and welcome to the harbor. – The first boats leave before the sun comes up.'.split(' ')
    const times = (await engines
      .need('align', { language: 'en' })
      .align(piece(SAMPLE, '-t', '8.2'), words, { language: 'en', signal }))!
    expect(times).toHaveLength(words.length)
    for (const [at, { start, end }] of times.entries()) {
      expect(start).toBeGreaterThanOrEqual(times[at - 1]?.end ?? 0)
      expect(end).toBeLessThanOrEqual(8200)
    }
    // Both sentences stand where they are said.
    expect(Math.abs(times[0]!.start - 1000)).toBeLessThan(150)
    expect(Math.abs(times.at(-1)!.end - 7020)).toBeLessThan(150)
  })

  test('that are not said at all are not found', async () => {
    const words = Array.from({ length: 60 }, () => 'Mississippi')
    const found = await engines
      .need('align', { language: 'en' })
      .align(piece(SAMPLE, '-t', '3'), words, { language: 'en', signal })
    expect(found).toBeUndefined()
  })

  test.skipIf(!realData)(
    'start within 50 ms of where an audiobook says them (without CUELANE_TEST_DATA: skipped)',
    async () => {
      const truth = z.object({ w: z.array(z.object({ b: z.number(), t: z.string() })) })
      const { w } = truth.parse(JSON.parse(await readFile(join(realData!, 'audio/austen-7s.json'), 'utf8')))
      const said = w.filter(({ t }) => !t.startsWith('<'))
      const words = said.map(({ t }) => t.replace(/\(\d+\)$/, ''))
      const wav = piece(join(realData!, 'audio/austen-7s.wav'))
      const times = (await engines.need('align', { language: 'en' }).align(wav, words, { language: 'en', signal }))!
      const off = times.map(({ start }, at) => Math.abs(start - said[at]!.b * 1000)).toSorted((a, b) => a - b)
      expect(off[Math.floor(off.length / 2)]).toBeLessThanOrEqual(50)
      expect(off[Math.floor(off.length * 0.9)]).toBeLessThanOrEqual(150)
    },
  )
})

describe('a language that nobody recognises', () => {
  const lines = [
    'Où étais-tu hier soir ?',
    'Je n’ai pas dormi de la nuit.',
    'Désolé, mon téléphone était déchargé.',
    'Il fait froid dehors.',
  ]

  async function speak(said: readonly string[]) {
    const { engine } = engines.inOrder('tts', { language: 'fr' }).find(({ name }) => name === 'espeak-ng')!
    const voice = engine.voices.find(({ id }) => id === 'espeak-ng/greta')!
    const parts: Int16Array[] = [new Int16Array(22_050)]
    const starts: number[] = []
    for (const text of said) {
      const { samples } = await engine.speak({ text, voice, language: 'fr', rate: 0.9, signal })
      starts.push(parts.reduce((sum, part) => sum + part.length, 0) / 22.05)
      parts.push(samples, new Int16Array(11_025))
    }
    const samples = Int16Array.from(parts.flatMap((part) => [...part]))
    await writeFile(join(folder, 'spoken.wav'), writeWav({ samples, rate: 22_050 }))
    return { wav: piece(join(folder, 'spoken.wav')), starts, end: samples.length / 22.05 }
  }

  test('is found sentence by sentence: one is not said, and one is not written', async () => {
    const { wav, starts, end } = await speak([lines[0]!, 'Personne n’a écrit cette phrase.', lines[1]!, lines[3]!])
    const { place } = engines.need('align', { language: 'fr' })
    const speech = [{ start: 1000, end }]
    const found = await place!(wav, lines, { language: 'fr', speech, signal, onProgress: () => undefined })
    const begins = found.map((range) => range?.start)
    expect(Math.abs(begins[0]! - starts[0]!)).toBeLessThan(300)
    expect(Math.abs(begins[1]! - starts[2]!)).toBeLessThan(300)
    expect(begins[2]).toBeUndefined()
    expect(Math.abs(begins[3]! - starts[3]!)).toBeLessThan(300)
  })

  test('has its words one after the other', async () => {
    const { wav, starts } = await speak([lines[2]!])
    const words = lines[2]!.split(' ')
    const times = (await engines.need('align', { language: 'fr' }).align(wav, words, { language: 'fr', signal }))!
    expect(times).toHaveLength(words.length)
    expect(Math.abs(times[0]!.start - starts[0]!)).toBeLessThan(100)
    for (const [at, { start, end }] of times.entries()) {
      expect(end).toBeGreaterThanOrEqual(start)
      expect(start).toBeGreaterThanOrEqual(times[at - 1]?.end ?? 0)
    }
  })
})

test('a word that is missing in the print-out is no alignment', () => {
  expect(readAlignment('w0 0.15 0.36 0.99\nw1(2) 0.37 0.62 0.5\n<sil> 0.63 0.7 1\n', 2)).toEqual(
    new Map([
      [0, { start: 150, end: 360 }],
      [1, { start: 370, end: 620 }],
    ]),
  )
  expect(readAlignment('w0 0.15 0.36 0.99\n', 2)).toBeUndefined()
})
