import { expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'

const read = (text: string) => readSubtitle(text, sequentialIds('c'))
const written = (text: string) => {
  const { cues, extras, format } = read(text)
  return writeSubtitle(cues, format, { extras }).text
}

/** Commands once, in capitals, letters beside each other, no blank lines, no erase at the end. */
const odd = [
  'Scenarist_SCC V1.0\n00:00:01:00 9420 94AE 9470 7570 70E5 F280 942F\n00:00:03:00 942c\n',
  'Scenarist_SCC V1.0\r\n\r\n00:00:01;00\t9420 9420 94ae 94ae 9470 9470 ec61 73f4 20ef 6ee5 942f 942f',
  'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 9470 9470 68e5 ecec efef 94a1 94a1 2079 ef75 942f 942f\n\n00:00:03:00\t942c 942c\n',
]

test.each(odd)('an unedited file of captions comes back as it was: %j', (text) => {
  expect(written(text)).toBe(text)
})

test('MacCaption too', () => {
  const { text } = writeSubtitle(read(odd[0]!).cues, 'mcc')
  const other = text.replace('Time Code Rate', '// a remark\nTime Code Rate')
  expect(written(other)).toBe(other)
})

test('an edited one is sent again', () => {
  const { cues, extras } = read(odd[0]!)
  const { text } = writeSubtitle([{ ...cues[0]!, text: 'other' }], 'scc', { extras })
  expect(read(text).cues).toMatchObject([{ start: cues[0]!.start, text: 'other' }])
})

test('a label of more frames than a second has is read and told', () => {
  const file = read(
    'Scenarist_SCC V1.0\n\n00:00:02;31\t9420 9420 9470 9470 ecef 73f4 942f 942f\n\n00:00:05;30\t942c 942c\n',
  )
  expect(file.cues.map(({ text }) => text)).toEqual(['{\\an1}lost'])
  expect(file.problems.map(({ line, kind, text }) => `${line} ${kind} ${text}`)).toEqual([
    '3 time_repaired 00:00:02;31',
    '5 time_repaired 00:00:05;30',
  ])
  // 2 s, 29 frames and 2 more; the caption shows with the seventh word.
  expect(file.cues[0]!.start).toBe(Math.ceil(((2 * 30 + 31 + 6) * 1001) / 30))
})

test('a label that drop frame leaves out is the next one, also after an hour', () => {
  const at = (time: string) =>
    read(`Scenarist_SCC V1.0\n\n${time}\t9420 9420 9470 9470 ecef 73f4 942f 942f\n\n01:02:00;00\t942c 942c\n`).cues[0]!
      .start
  expect(at('01:01:00;00')).toBe(at('01:01:00;02'))
})
