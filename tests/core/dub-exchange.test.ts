import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canDropFrames, labelledFrame } from '#core/domain/frame-timecode.ts'
import { frameRates, frameStart } from '#core/domain/frames.ts'
import { cueSheet, editList, type ExchangedLine, takeFileNames } from '#core/speech/dub-exchange.ts'

const line = (part: Partial<ExchangedLine> = {}): ExchangedLine => ({
  ...{ cue_id: 'c1', number: 12, start: 1000, end: 2400, speaker: 'Anna', text: 'Good morning.' },
  ...{ voice: 'espeak-ng/paul', verdict: 'fits' },
  ...part,
})
const rate25 = { num: 25, den: 1 }

/** The frames of a time code, as another program reads it. */
function frameOf(code: string, rate: (typeof frameRates)[number], drops: boolean): number {
  const [hours, minutes, seconds, frames] = code.split(/[:;]/).map(Number)
  return labelledFrame({ hours: hours!, minutes: minutes!, seconds: seconds!, frames: frames! }, rate, drops)!
}

/** Cells of a row of CSV. */
function cells(row: string): string[] {
  const found = row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)
  return [...found].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

test('a cue sheet and a list of events name the same file', () => {
  expect(cueSheet([line()], rate25, 'en').slice(1)).toBe(
    'line,number,in,out,speaker,text,take,voice,verdict\r\n' +
      'c1,12,00:00:01:00,00:00:02:10,Anna,Good morning.,0012_Anna_en.wav,espeak-ng/paul,fits\r\n',
  )
  expect(editList([line()], { title: 'Harbour', rate: rate25, language: 'en' })).toBe(
    [
      'TITLE: Harbour',
      'FCM: NON-DROP FRAME',
      '',
      '001  0012     A     C        00:00:00:00 00:00:01:10 00:00:01:00 00:00:02:10',
      '* FROM CLIP NAME: 0012_Anna_en.wav',
      '* COMMENT: Good morning.',
      '',
    ].join('\r\n'),
  )
})

test('times read again are the frames of the lines, at every rate', () => {
  const times = fc.array(fc.record({ start: fc.nat(20_000_000), length: fc.integer({ min: 1, max: 20_000 }) }), {
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(times, fc.constantFrom(...frameRates), (list, rate) => {
      const lines = list.map(({ start, length }, at) => line({ number: at + 1, start, end: start + length }))
      const drops = canDropFrames(rate)
      const frame = (1000 * rate.den) / rate.num + 1
      const rows = editList(lines, { title: '', rate, language: 'en' })
        .split('\r\n')
        .filter((row) => /^\d{3}/.test(row))
      const sheet = cueSheet(lines, rate, 'en').split('\r\n').slice(1, -1).map(cells)
      for (const [at, { start, end }] of lines.entries()) {
        const codes = rows[at]!.split(/ +/).slice(-4)
        const [from, to, first, last] = codes.map((code) => frameOf(code, rate, drops))
        expect(from).toBe(0)
        expect(to).toBe(last! - first!)
        expect(to).toBeGreaterThan(0)
        expect(start - frameStart(first!, rate)).toBeGreaterThanOrEqual(-1)
        expect(start - frameStart(first!, rate)).toBeLessThan(frame)
        expect(frameStart(last!, rate) - end).toBeGreaterThanOrEqual(-1)
        expect(frameStart(last!, rate) - end).toBeLessThan(frame)
        expect(sheet[at]!.slice(2, 4)).toEqual(codes.slice(2))
      }
    }),
    { numRuns: 60 },
  )
})

test('hostile names and texts stay names and texts', () => {
  const hostile = [
    '../../etc/passwd',
    'a/b\\c',
    'CON',
    '=cmd|1',
    '\u0000\r\n* FROM CLIP NAME: x',
    '  ',
    '李雷',
    '..',
    '%s"',
  ]
  const lines = hostile.map((speaker, at) => line({ cue_id: `c${at}`, number: at + 1, speaker, text: speaker }))
  const names = takeFileNames(lines, 'zh')
  for (const name of names) expect(name).toMatch(/^\d{4}_[\p{L}\p{N}-]+_zh\.wav$/u)
  expect(names[6]).toBe('0007_李雷_zh.wav')
  const rows = editList(lines, { title: 'a\nb', rate: rate25, language: 'zh' }).split('\r\n')
  expect(rows).toHaveLength(3 + 3 * lines.length + 1)
  expect(rows.filter((row) => row.startsWith('* FROM CLIP NAME: '))).toEqual(
    names.map((name) => `* FROM CLIP NAME: ${name}`),
  )
  const sheet = cueSheet(lines, rate25, 'zh')
  for (const cell of sheet.slice(1).split(/[,\r\n]+/)) expect(cell.replace(/^"/, '')).not.toMatch(/^[=+@]/)
})

test('any lines have different file names', () => {
  const any = fc.record({ number: fc.integer({ min: 1, max: 12 }), speaker: fc.string({ unit: 'grapheme' }) })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 40 }), fc.string(), (list, language) => {
      const names = takeFileNames(list.map(line), language)
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(list.length)
      for (const name of names) expect(name).toMatch(/^[\p{L}\p{M}\p{N}_-]+(?: \(\d+\))?\.wav$/u)
    }),
  )
})
