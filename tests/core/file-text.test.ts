import { expect, test } from 'vitest'
import { MOST_PROBLEMS, readFileText } from '#server/app/subtitles/file-text.ts'

test('of a broken file the first thousand problems are told, and every line that can be read is kept', () => {
  const lost = Array.from({ length: 1500 }, (_, at) => `${at + 1}\nbroken --> x\nlost ${at}\n`)
  const content = [...lost, '1501\n00:00:01,000 --> 00:00:03,000\nkept\n'].join('\n')
  const { problems, text } = readFileText({ content, file_name: 'a.srt', unroll: false, prefix: 'c' })
  expect(problems).toHaveLength(MOST_PROBLEMS)
  expect(text.cue_sum).toBe(1)
})
