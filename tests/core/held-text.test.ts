import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { frameStart } from '#core/domain/frames.ts'
import { fromBase64, toBase64 } from '#core/subtitle/formats/base64.ts'
import type { Loss } from '#core/subtitle/formats/convert.ts'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { fileBytes, readSubtitle, readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { type Format, formatOfName, formatOfText, formats, takesByteOrderMark } from '#core/subtitle/formats/format.ts'
import { holdings } from '#core/subtitle/formats/holdings.ts'
import { CAPTION_RATE } from '#core/subtitle/formats/captions/scc.ts'
import { formatTable } from '#tests/support/format-table.ts'

const read = (text: string, format?: Format) => readSubtitle(text, sequentialIds('c'), { format })
const lines = (cues: readonly Cue[]): string[] => cues.map(({ start, end, text }) => `${start}-${end} ${text}`)
const kinds = (losses: readonly Loss[]): string[] => losses.map(({ kind }) => kind).sort()

const word = fc.oneof(
  fc.constantFrom('Well', 'no', '<i>so</i>', '<u>on</u>', '<b>big</b>', '<font color="#ffff00">Sun</font>', 'naïve'),
  fc.constantFrom('Да', '你好', 'a&b', '3 < 4', '♪', 'x|y', '…', '😀', '<s>out</s>', 'uncharacteristically'),
)
const rows = fc
  .array(
    fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' ')),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.join('\n'))
const place = fc.constantFrom('', '', '{\\an8}')
const cuesOf = fc
  .array(fc.tuple(fc.integer({ min: -500, max: 4000 }), fc.integer({ min: 1, max: 6000 }), place, rows), {
    maxLength: 5,
  })
  .map((parts) => {
    let at = 5000
    return parts.map(([pause, length, align, text], index) => {
      const start = Math.max(0, at + pause)
      at = start + length
      return makeCue(`c${index + 1}`, start, at, align + text)
    })
  })

describe.each(formats)('%s', (format) => {
  test('what comes back otherwise was told of', () => {
    fc.assert(
      fc.property(cuesOf, (cues) => {
        const { text, losses } = writeSubtitle(cues, format)
        const back = lines(read(text, format).cues)
        // Its tables of letters have no ellipsis, and three dots say the same.
        const sent = lines(cues).map((line) => (format === 'stl' ? line.replaceAll('…', '...') : line))
        if (losses.length === 0) expect(back).toEqual(sent)
        else if (JSON.stringify(back) === JSON.stringify(sent)) return
        else expect(losses[0]?.count).toBeGreaterThan(0)
      }),
      { numRuns: 300, examples: [[[makeCue('c1', 5000, 6760, '…')]]] },
    )
  })

  test('a line without a text comes back, or its loss is told with its place', () => {
    const cues = ['one', '', '<i></i>', 'four'].map((text, at) =>
      makeCue(`c${at}`, 1000 + at * 4000, 3000 + at * 4000, text),
    )
    const { text, losses } = writeSubtitle(cues, format)
    const lost = losses.filter(({ kind }) => kind === 'empty_line')
    expect(read(text, format).cues).toHaveLength(lost.length === 0 ? 4 : 2)
    expect(lost).toEqual(holdings[format].empty ? [] : [{ kind: 'empty_line', count: 2, first: 1 }])
  })

  test('what was read is written the same again', () => {
    fc.assert(
      fc.property(cuesOf, (cues) => {
        const first = read(writeSubtitle(cues, format).text, format)
        const written = writeSubtitle(first.cues, format, { extras: first.extras, speakers: first.speakers })
        const second = read(written.text, format)
        expect(second.cues.map(({ text }) => text)).toEqual(first.cues.map(({ text }) => text))
        if (kinds(written.losses).includes('times_late')) return
        expect(lines(second.cues)).toEqual(lines(first.cues))
      }),
      { numRuns: 200 },
    )
  })
})

describe('formats are known', () => {
  test.each<[string, Format]>([
    ['Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420\n', 'scc'],
    ['File Format=MacCaption_MCC V1.0\n', 'mcc'],
    ['<SAMI><BODY>', 'smi'],
    ['{1}{1}25\n{25}{50}Hi\n', 'sub'],
    ['[ti:A song]\n[00:12.00]La\n', 'lrc'],
    ['0:00:01.000,0:00:02.000\nHi\n', 'sbv'],
    ['1\n00:00:01,000 --> 00:00:02,000\n[00:12.00] is a time\n', 'srt'],
  ])('%j', (text, format) => expect(formatOfText(text)).toBe(format))

  test.each<[string, Format]>([
    ['a.stl', 'stl'],
    ['a.SCC', 'scc'],
    ['a.sami', 'smi'],
    ['a.json', 'words'],
  ])('%s', (name, format) => expect(formatOfName(name)).toBe(format))
})

describe('what a file says is read', () => {
  test.each<[string, Format, string, string[]]>([
    [
      'a rate in the first line',
      'sub',
      '{1}{1}25\n{25}{50}{y:i}One|{c:$0000ff}two',
      ['1000-2000 <i>One</i>\n<font color="#ff0000">two</font>'],
    ],
    ['styles of a whole line', 'sub', '{1}{1}25\n{25}{50}{Y:b}One|two', ['1000-2000 <b>One\ntwo</b>']],
    ['a slash for italics', 'sub', '{1}{1}25\n{25}{50}/One|two', ['1000-2000 <i>One</i>\ntwo']],
    ['several stamps', 'lrc', '[00:01.00][00:05.00]La\n[00:02.00]\n[00:06.00]', ['1000-2000 La', '5000-6000 La']],
    ['an offset', 'lrc', '[offset:+500]\n[00:01.00]La\n[00:02.00]', ['500-1500 La']],
    ['rows by [br]', 'sbv', '0:00:01.000,0:00:02.000\na[br]b\n', ['1000-2000 a\nb']],
    [
      'entities and breaks',
      'smi',
      '<SAMI><SYNC Start=100><P Class=A>a &amp; b<br>c<SYNC Start=200><P Class=A>&nbsp;',
      ['100-200 a & b\nc'],
    ],
  ])('%s', (_, format, text, expected) => expect(lines(read(text, format).cues)).toEqual(expected))

  test('another language of SAMI is told of', () => {
    const { cues, problems } = read(
      '<SAMI><SYNC Start=1><P Class=A>Hi<P Class=B>Salut<SYNC Start=9><P Class=A>&nbsp;',
      'smi',
    )
    expect([lines(cues), problems.map(({ kind, text }) => [kind, text])]).toEqual([
      ['1-9 Hi'],
      [['text_outside_cue', 'Salut']],
    ])
  })

  test('times of words in lyrics, and in JSON from them', () => {
    const { cues, extras } = read('[00:01.00]La <00:01.50>li\n[00:02.00]', 'lrc')
    expect(extras.cues.get('c1')?.words).toEqual([{ offset: 3, start: 1500 }])
    expect(writeSubtitle(cues, 'lrc', { extras }).text).toBe('[00:01.00]La <00:01.50>li\n[00:02.00]\n')
    const json = JSON.parse(writeSubtitle(cues, 'words', { extras }).text) as { segments: { words: unknown[] }[] }
    expect(json.segments[0]?.words).toEqual([
      { word: 'La', start: 1, end: 1.5 },
      { word: 'li', start: 1.5, end: 2 },
    ])
  })

  test('lines in JSON, with their markup and who says them', async () => {
    const bytes = new TextEncoder().encode('{"cues":[{"start":1,"end":2,"text":"<i>Hi</i>","speaker":"Ann"}]}')
    const { cues, speakers } = await readSubtitleBytes(bytes, sequentialIds('c'))
    expect([lines(cues), [...speakers]]).toEqual([['1-2 <i>Hi</i>'], [['c1', 'Ann']]])
  })
})

describe('captions (CEA-608)', () => {
  const frames = (count: number): number => frameStart(count, CAPTION_RATE)
  const scc = (...rows: string[]): string => ['Scenarist_SCC V1.0', ...rows].join('\n\n')

  test('are whole when they are shown, and end when they are erased', () => {
    const { cues } = read(
      scc('00:00:01:00\t94ae 94ae 9420 9420 9470 9470 c8e9 942f 942f', '00:00:03:00\t942c 942c'),
      'scc',
    )
    expect(lines(cues)).toEqual([`${frames(37)}-${frames(90)} {\\an1}Hi`])
  })

  test('roll up row by row', () => {
    const source = scc(
      '00:00:01:00\t9425 9425 94ad 94ad 9470 9470 c8e9',
      '00:00:02:00\t9425 9425 94ad 94ad 9470 9470 cec1',
      '00:00:03:00\t942c 942c',
    )
    expect(lines(read(source, 'scc').cues)).toEqual([
      `${frames(36)}-${frames(66)} {\\an1}Hi`,
      `${frames(66)}-${frames(90)} {\\an1}NA`,
    ])
  })

  test('are painted on', () => {
    const { cues } = read(scc('00:00:01:00\t9429 9429 9470 9470 c8e9', '00:00:03:00\t942c 942c'), 'scc')
    expect(lines(cues)).toEqual([`${frames(34)}-${frames(90)} {\\an1}Hi`])
  })

  test.each(['pop-on', 'roll-up', 'paint-on'])('of a file in %s stay so', (mode) => {
    const file = read(writeSubtitle([makeCue('a', 2002, 4004, 'Hi there')], 'scc').text, 'scc')
    // Without the file's own text its captions are sent again.
    const extras = { ...file.extras, head: `${mode} non-drop`, tail: '' }
    const again = read(writeSubtitle(file.cues, 'scc', { extras }).text, 'scc')
    expect(again.extras.head).toBe(`${mode} non-drop 30000/1001`)
    expect(again.cues.map(({ start, end }) => [start, end])).toEqual(file.cues.map(({ start, end }) => [start, end]))
  })

  test('have drop-frame timecode, every byte with odd parity', () => {
    const { text } = writeSubtitle([makeCue('a', 600_000, 602_000, 'Ça va — «ñ» ♪')], 'scc')
    expect(text).toMatch(/^00:09:59;\d\d\t/m)
    for (const code of text.match(/\b[\da-f]{2}(?=[\da-f]{2}\b)|(?<=\b[\da-f]{2})[\da-f]{2}\b/g) ?? []) {
      const ones = [...Number.parseInt(code, 16).toString(2)].filter((bit) => bit === '1').length
      if (!/^\d\d$/.test(code)) expect(ones % 2).toBe(1)
    }
    expect(read(text, 'scc').cues[0]?.text).toBe('Ça va — «ñ» ♪')
  })

  test('of two lines without a pause come late rather than never, and that is told', () => {
    const long = 'All the words of a long caption, again'
    const { text, losses } = writeSubtitle([makeCue('a', 2000, 2200, long), makeCue('b', 2200, 2400, long)], 'scc')
    expect(kinds(losses)).toContain('times_late')
    expect(read(text, 'scc').cues).toHaveLength(2)
  })

  test('are the same in MacCaption', () => {
    const cues = [
      makeCue('a', frames(60), frames(90), '<i>Hi</i> there'),
      makeCue('b', frames(150), frames(180), 'Two\nrows'),
    ]
    const [scc, mcc] = (['scc', 'mcc'] as const).map((format) =>
      lines(read(writeSubtitle(cues, format).text, format).cues),
    )
    expect(mcc).toEqual(scc)
    expect(mcc).toEqual(lines(cues))
  })
})

describe('EBU STL', () => {
  const bytesOf = (text: string) => fileBytes(text, 'stl')
  const stl = (cues: readonly Cue[]) => bytesOf(writeSubtitle(cues, 'stl', { language: 'de' }).text)
  const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.slice(from, to))

  test('has a head of 1024 bytes and blocks of 128', () => {
    const bytes = stl([makeCue('a', 1000, 2000, 'Grüß Gott')])
    expect([bytes.length, ascii(bytes, 0, 16)]).toEqual([1152, '850STL25.0110008'])
    expect([ascii(bytes, 238, 253), ascii(bytes, 251, 256), ascii(bytes, 264, 274)]).toEqual([
      '000010000100140'.slice(0, 15),
      '40231',
      '0000010011',
    ])
    expect([...bytes.slice(1024 + 5, 1024 + 15)]).toEqual([0, 0, 1, 0, 0, 0, 2, 0, 22, 2])
    expect([...bytes.slice(1040, 1056)]).toEqual([
      0x0d, 11, 11, 0x47, 0x72, 0xc8, 0x75, 0xfb, 32, 0x47, 0x6f, 0x74, 0x74, 10, 10, 0x8f,
    ])
  })

  test.each([
    ['ISO 6937', '00', 'Ça, «à» ½ Łódź'],
    ['Cyrillic', '01', 'Привет'],
    ['Arabic', '02', 'مرحبا'],
    ['Greek', '03', 'Γειά'],
    ['Hebrew', '04', 'שלום'],
  ])('writes %s', (_, table, text) => {
    const written = writeSubtitle([makeCue('a', 1000, 2000, text)], 'stl')
    expect([ascii(bytesOf(written.text), 12, 14), written.losses]).toEqual([table, []])
    expect(lines(read(written.text).cues)).toEqual([`1000-2000 ${text}`])
  })

  test('is open subtitles for italics, teletext for colours', () => {
    expect(stl([makeCue('a', 1000, 2000, '<i>a</i>')])[11]).toBe(0x30)
    expect(stl([makeCue('a', 1000, 2000, '<font color="red">a</font> <i>b</i>')])[11]).toBe(0x31)
  })

  test('never goes below row 23', () => {
    for (const [text, first] of [
      ['a', 22],
      ['a\nb', 20],
      ['a\nb\nc', 18],
    ] as const)
      expect(stl([makeCue('a', 0, 1000, text)])[1024 + 13]).toBe(first)
  })

  test('takes more than one block for a long text', () => {
    const text = Array.from({ length: 5 }, (_, at) => `row ${at} with more than thirty letters`).join('\n')
    const bytes = stl([makeCue('a', 1000, 2000, text), makeCue('b', 3000, 4000, 'next')])
    expect([bytes[1024 + 3], bytes[1152 + 3], bytes.length]).toEqual([0, 0xff, 1024 + 3 * 128])
    expect(lines(read(toBase64(bytes)).cues)).toEqual([`1000-2000 ${text}`, '3000-4000 next'])
  })

  test('counts from the beginning of the programme; comments, user data and accumulation stay', () => {
    const bytes = stl([
      makeCue('a', 1000, 2000, 'one'),
      makeCue('b', 1600, 2000, 'two'),
      makeCue('c', 3000, 4000, 'note'),
    ])
    for (const [at, letter] of [...'10000000'].entries()) bytes[256 + at] = letter.charCodeAt(0)
    for (const at of [0, 1, 2]) for (const byte of [5, 9]) bytes[1024 + at * 128 + byte]! += 10
    bytes[1024 + 4] = 1
    bytes[1152 + 4] = 3
    bytes[1280 + 15] = 1
    const source = toBase64(bytes)
    const { cues, extras } = read(source)
    expect(lines(cues)).toEqual(['1000-2000 one', '1600-2000 two'])
    expect(fromBase64(writeSubtitle(cues, 'stl', { extras }).text).slice(1024)).toEqual(bytes.slice(1024))
    const moved = writeSubtitle([{ ...cues[0]!, start: 1200 }, cues[1]!], 'stl', { extras })
    expect([...fromBase64(moved.text).slice(1024 + 4, 1024 + 13)]).toEqual([1, 10, 0, 1, 5, 10, 0, 2, 0])
  })
})

test('base64 is what Node makes of it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect([...fromBase64(toBase64(bytes))]).toEqual([...bytes])
    }),
  )
})

test('the guide has the table of what each format holds', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/subtitles.md'), 'utf8')
  expect(guide.replace(/ +/g, ' ').replace(/-{3,}/g, '---')).toContain(formatTable(holdings))
})

test.each<Format>(['lrc', 'smi', 'scc', 'mcc'])('lines of %s that come out of order are told of', (format) => {
  const { losses } = writeSubtitle([makeCue('c1', 9000, 9500, 'Late'), makeCue('c2', 5000, 8000, 'Early')], format)
  expect(losses).toContainEqual({ kind: 'order', count: 1, first: 1 })
})

test.each(['stl', 'scc', 'mcc'] as const)(
  'a row that is too long for %s becomes rows of nearly equal length',
  (format) => {
    const text = 'this audiobook is in the public domain now'
    const [back] = read(writeSubtitle([makeCue('c1', 5000, 9000, text)], format).text, format).cues
    const rows = back!.text.split('\n')
    expect(rows.join(' ')).toBe(text)
    expect(rows).toHaveLength(2)
    expect(Math.abs(rows[0]!.length - rows[1]!.length)).toBeLessThanOrEqual(4)
    const word = `${'a'.repeat(28)} ${'b'.repeat(30)} c`
    const [whole] = read(writeSubtitle([makeCue('c1', 5000, 9000, word)], format).text, format).cues
    expect(whole!.text.replaceAll('\n', ' ')).toBe(word)
  },
)

test('a byte order mark is offered only to formats whose readers take one', () => {
  expect(formats.filter((format) => !takesByteOrderMark(format))).toEqual(['stl', 'scc', 'mcc'])
})
