import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { JsonMeasure } from '#server/http/json-measure.ts'

/** What comes through of a text that comes in parts of so many bytes. */
async function through(text: string, size = 65_536): Promise<string> {
  const bytes = Buffer.from(text)
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
  const measure = new JsonMeasure()
  const taken: Buffer[] = []
  measure.on('data', (chunk: Buffer) => taken.push(chunk))
  await pipeline(Readable.from(parts), measure)
  return Buffer.concat(taken).toString()
}

const cue = (at: number, text: string) => ({
  ...{ cue_id: `c${at}`, srt_index: at + 1, time: '00:00:00,000 --> 00:00:01,000', text, folder_role_id: ['r'] },
})

test('as many lines as a version has pass, in parts of any size', async () => {
  const most = JSON.stringify(Array.from({ length: 200_000 }, (_, at) => cue(at, '')))
  expect((await through(most)).length).toBe(most.length)
  const marks = JSON.stringify({ a: '"[{,:}]\\', b: cue(0, '你好"') })
  for (const size of [1, 2, 3]) expect(await through(marks, size)).toBe(marks)
})

test('marks in texts are none of the form', async () => {
  const text = JSON.stringify(['"[{":,\\'.repeat(600_000)])
  expect((await through(text)).length).toBe(text.length)
})

test.each([
  ['empty objects', `[${'{},'.repeat(600_000)}{}]`],
  ['values', `[${'1,'.repeat(2_000_000)}1]`],
  ['names', `{${Array.from({ length: 20_000 }, (_, at) => `"${at}":1`).join(',')}}`],
  ['names of objects', `[${Array.from({ length: 20_000 }, (_, at) => `{"${at}":1}`).join(',')}]`],
  ['lists in each other', '['.repeat(1000)],
])('%s without an end are refused', async (_, text) => {
  await expect(through(text)).rejects.toMatchObject({ key: 'too_large' })
})
