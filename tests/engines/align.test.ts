import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readAlignment } from '#server/engines/align/pocketsphinx.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { realData } from '#tests/support/real-files.ts'

const SAMPLE = new URL('../../assets/sample/harbour.mp4', import.meta.url).pathname
const signal = AbortSignal.timeout(60_000)

let engines: EngineRegistry
let folder: string
beforeAll(async () => {
  engines = await findEngines({}, engineAdapters)
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

test('a word that is missing in the print-out is no alignment', () => {
  expect(readAlignment('w0 0.15 0.36 0.99\nw1(2) 0.37 0.62 0.5\n<sil> 0.63 0.7 1\n', 2)).toEqual(
    new Map([
      [0, { start: 150, end: 360 }],
      [1, { start: 370, end: 620 }],
    ]),
  )
  expect(readAlignment('w0 0.15 0.36 0.99\n', 2)).toBeUndefined()
})
