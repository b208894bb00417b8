import { describe, expect, test } from 'vitest'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { type EncodedFile, measureDamage, realEncodedFiles, spokenFiles } from '#tests/support/damaged-files.ts'

const ten = spokenFiles([10])
const real = realEncodedFiles()

test.each(ten.map((file) => [file.name, file] as const))('%s is found by itself', async (_, file) => {
  expect((await decodeBytes(file.bytes)).text).toBe(file.text)
})

/** The share of damaged copies that keep their encoding, over all encodings, in percent. */
async function keptShare(files: readonly EncodedFile[], copies: number): Promise<number> {
  const results = await measureDamage(files, copies)
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
  const kept = 1 - sum(results.map(({ wrong }) => wrong)) / sum(results.map((one) => one.copies))
  for (const { encoding, wrong } of results) expect([encoding, wrong / copies < 0.1]).toEqual([encoding, true])
  return 100 * kept
}

test('copies with one to three bad places keep their encodings', async () => {
  expect(await keptShare(ten, 6)).toBeGreaterThanOrEqual(99)
}, 60_000)

describe.skipIf(real.length === 0)('real files (needs CUELANE_TEST_DATA)', () => {
  test('each is found by itself', async () => {
    const wrong: string[] = []
    for (const file of real) if ((await decodeBytes(file.bytes)).text !== file.text) wrong.push(file.name)
    expect(wrong).toEqual([])
  }, 60_000)

  test('damaged copies of each keep their encodings', async () => {
    expect(await keptShare([...real, ...ten], 12)).toBeGreaterThanOrEqual(99)
  }, 120_000)
})
