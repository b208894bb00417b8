import { expect, test } from 'vitest'
import { MOST_PROBLEMS } from '#core/subtitle/text/problem.ts'
import { readFileText } from '#server/app/subtitles/file-text.ts'
import { readContent } from '#workers/reading/read-content.ts'

test('of a broken file the first thousand problems are told, and every line that can be read is kept', () => {
  const lost = Array.from({ length: 1500 }, (_, at) => `${at + 1}\nbroken --> x\nlost ${at}\n`)
  const content = [...lost, '1501\n00:00:01,000 --> 00:00:03,000\nkept\n'].join('\n')
  const { problems, text } = readFileText({ content, file_name: 'a.srt', unroll: false, prefix: 'c' })
  expect(problems).toHaveLength(MOST_PROBLEMS)
  expect(text.cue_sum).toBe(1)
})

test('of a broken file as many problems go from the thread to the page, with how many there are', async () => {
  const bytes = new TextEncoder().encode(`WEBVTT\n\n${'-->\n\n'.repeat(2 * MOST_PROBLEMS)}`)
  const { read, problemCount } = await readContent({ bytes, name: 'a.vtt', encoding: undefined })
  expect(read.problems).toHaveLength(MOST_PROBLEMS)
  expect(problemCount).toBeGreaterThanOrEqual(2 * MOST_PROBLEMS)
})

test('lines of lyrics that come again are no more than four times the file', async () => {
  const line = `${'[00:01.00]'.repeat(100)}${'<00:01.00>x'.repeat(1000)}\n`
  const { read } = await readContent({
    bytes: new TextEncoder().encode(line.repeat(20)),
    name: 'a.lrc',
    encoding: undefined,
  })
  const words = [...read.extras.cues.values()].reduce((sum, cue) => sum + (cue.words?.length ?? 0), 0)
  expect(words).toBeGreaterThan(20_000)
  expect(words).toBeLessThan(20_000 * 6)
  const chorus = await readContent({
    bytes: new TextEncoder().encode(`${'[00:01.00]'.repeat(9)}la la la\n[00:20.00]x\n`),
    ...{ name: 'a.lrc', encoding: undefined },
  })
  expect(chorus.read.cues.map(({ text }) => text)).toEqual([...Array.from({ length: 9 }, () => 'la la la'), 'x'])
})

test('a frame of captions is read as far as one can be sent', () => {
  const packet = `T0BS0B4F43ZZ72FFFC9425${'FC94ADFCC1C2'.repeat(15)}`
  const rows = Array.from({ length: 50 }, (_, at) => `00:00:${10 + at}:00\t${packet}\n`)
  const content = `File Format=MacCaption_MCC V1.0\n\n${rows.join('')}`
  const { text } = readFileText({ content, file_name: 'a.mcc', unroll: false, prefix: 'p' })
  expect(text.cue_sum).toBeGreaterThanOrEqual(50)
  expect(text.cue_sum).toBeLessThanOrEqual(100)
})

test('a transcript may say NaN in its texts', () => {
  const json = String.raw`{"segments":[{"start":1,"end":2,"text":"\"NaN\\","words":NaN},{"start":NaN,"end":3,"text":"-Infinity"}]}`
  const content = json.replace('"words":NaN', '"words":null')
  const { text } = readFileText({ content, file_name: 'a.json', unroll: false, prefix: 'p' })
  expect(JSON.parse(text.cues)).toMatchObject([{ text: '"NaN\\' }, { text: '-Infinity' }])
})
