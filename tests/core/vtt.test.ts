import { describe, expect, test } from 'vitest'
import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import type { SubtitleFile } from '#core/subtitle/formats/format.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { unrolled } from '#core/subtitle/formats/roll-up.ts'
import { rolling } from '#tests/support/roll-up.ts'

const read = (text: string) => readSubtitle(text, sequentialIds('c'), { format: 'vtt' })
const one = (payload: string) => read(`WEBVTT\n\n00:01.000 --> 00:02.000\n${payload}\n`).cues[0]?.text
const write = ({ cues, extras, speakers }: Pick<SubtitleFile, 'cues' | 'extras' | 'speakers'>) =>
  writeSubtitle(cues, 'vtt', { extras, speakers }).text

test('a transcript in JSON becomes lines with the times of its words', async () => {
  const bytes = (json: unknown) => new TextEncoder().encode(JSON.stringify(json))
  const words = [
    { word: ' Salt', start: 1, end: 1.3 },
    { word: ' &', end: 1.4 },
    { word: ' vinegar', start: 1.5, end: 2 },
  ]
  const segment = { id: 0, start: 1, end: 2.25, text: ' Salt & vinegar' }
  for (const json of [{ segments: [{ ...segment, words }] }, { text: '', segments: [segment], words }]) {
    const { format, cues, extras, content } = await readSubtitleBytes(bytes(json), sequentialIds('c'), {
      name: 'a.json',
    })
    expect(cues).toEqual([makeCue('c1', 1000, 2250, 'Salt & vinegar')])
    expect([format, extras.cues.get('c1')?.words]).toEqual(['vtt', [{ offset: 7, start: 1500 }]])
    expect(readSubtitle(content, sequentialIds('c')).cues).toEqual(cues)
  }
  const cpp = { transcription: [{ offsets: { from: 0, to: 1200 }, text: ' Hello.', tokens: [] }] }
  expect((await readSubtitleBytes(bytes(cpp), sequentialIds('c'))).cues).toEqual([makeCue('c1', 0, 1200, 'Hello.')])
  const other = await readSubtitleBytes(bytes({ segments: 'none' }), sequentialIds('c'), { name: 'a.json' })
  expect(other.cues).toEqual([])
})

describe('character references', () => {
  test.each([
    ['&quot;Hi&quot; &apos;there&apos;', '"Hi" \'there\''],
    ['&copy; 2024 &mdash; caf&eacute;&hellip;', '© 2024 — café…'],
    ['&amp;quot;', '&quot;'],
    ['R&D &unknown; &', 'R&D &unknown; &'],
    // The old ones end without a semicolon too.
    ['&copy 2024 &ampx &eacutes', '© 2024 &x és'],
    ['&#8217;&#x2019;&#x80;&#0;', '’’€\ufffd'],
    ['a &lt; b &gt; c', 'a < b > c'],
    ['&lt;i&gt;', '<\u2060i>'],
    ['<i>&quot;x&quot;</i>', '<i>"x"</i>'],
  ])('%s', (payload, text) => {
    expect(one(payload)).toBe(text)
  })

  test('are written as text, unedited cues as they stood', () => {
    const file = read('WEBVTT\n\n00:01.000 --> 00:02.000\n&quot;a&quot; &copy\n\n00:03.000 --> 00:04.000\nb\n')
    expect(write(file)).toContain('\n&quot;a&quot; &copy\n')
    const edited = [{ ...file.cues[0]!, text: '"a" © <3 & >\u200e' }, file.cues[1]!]
    expect(write({ ...file, cues: edited })).toContain('\n"a" © &lt;3 &amp; &gt;&lrm;\n')
  })

  test('in the name of a voice', () => {
    const { speakers, cues, extras } = read('WEBVTT\n\n00:01.000 --> 00:02.000\n<v R&amp;B  Band>la</v>\n')
    expect([...speakers.values()]).toEqual(['R&B Band'])
    const again = read(write({ cues: [{ ...cues[0]!, text: 'lala' }], extras, speakers }))
    expect([...again.speakers.values()]).toEqual(['R&B Band'])
    expect(again.cues[0]?.text).toBe('lala')
  })
})

describe('a text that would end or begin a cue', () => {
  test.each([
    ['\nHello', 'Hello'],
    ['\n\n \nHello\n\nyou', 'Hello\nyou'],
    ['\r\nHello', 'Hello'],
    ['\rHello\r\ryou', 'Hello\nyou'],
    ['<v a-->b', 'b'],
    ['a --> b', 'a --> b'],
  ])('%j', (text, expected) => {
    const file = read(writeSubtitle([makeCue('a', 0, 1000, text), makeCue('b', 2000, 3000, 'next')], 'vtt').text)
    expect(file.problems).toEqual([])
    expect(file.cues.map((cue) => cue.text)).toEqual([expected, 'next'])
  })
})

const TIMED =
  'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nso<00:00:01.400><c> this</c><00:00:02.000><c> is</c>\n<00:00:02.500><c.colorE5E5E5>it</c>\n'

describe('word times', () => {
  test('are read beside the text, not in it', () => {
    const { cues, extras } = read(TIMED)
    expect(cues[0]?.text).toBe('so this is\n<font color="#e5e5e5">it</font>')
    expect(extras.cues.get('c1')?.words).toEqual([
      { offset: 3, start: 1400 },
      { offset: 8, start: 2000 },
      { offset: 11, start: 2500 },
    ])
  })

  test('move and stretch with their cue, and stay where one edge moves', () => {
    const file = read(TIMED)
    const timed = (start: number, end: number) =>
      [...write({ ...file, cues: [{ ...file.cues[0]!, start, end }] }).matchAll(/<([\d:.]+)>/g)].map(([, at]) => at)
    expect(timed(1000, 3000)).toEqual(['00:00:01.400', '00:00:02.000', '00:00:02.500'])
    expect(timed(61_000, 63_000)).toEqual(['00:01:01.400', '00:01:02.000', '00:01:02.500'])
    expect(timed(2000, 6000)).toEqual(['00:00:02.800', '00:00:04.000', '00:00:05.000'])
    expect(timed(1000, 4000)).toEqual(['00:00:01.400', '00:00:02.000', '00:00:02.500'])
  })

  test('count as lost where a format has none or the text was edited', () => {
    const { cues, extras, speakers } = read(TIMED)
    const kinds = (written: ReturnType<typeof writeSubtitle>) => written.losses.map(({ kind }) => kind)
    expect(kinds(writeSubtitle(cues, 'vtt', { extras, speakers }))).toEqual([])
    expect(kinds(writeSubtitle(cues, 'srt', { extras, speakers }))).toContain('karaoke')
    expect(kinds(writeSubtitle([{ ...cues[0]!, text: 'x' }], 'vtt', { extras, speakers }))).toContain('karaoke')
  })

  test('a span without a class says nothing; one with a class stays, to its own end', () => {
    expect(one('<c>a</c> b')).toBe('a b')
    expect(one('<c.loud>a</c> b')).toBe('<c.loud>a</c> b')
    expect(one('<c.yellow>a <c.loud>b</c> c</c>')).toBe('<font color="#ffff00">a <c.loud>b</c> c</font>')
  })
})

const rows = ({ cues }: SubtitleFile) => cues.map(({ start, end, text }) => `${start}-${end} ${text}`)

describe('captions that roll up', () => {
  const spoken = ['hi everyone welcome', 'to my channel', 'no', 'no', 'no way', '[Music]', 'bye']

  test.each([
    ['YouTube', rolling(spoken, 'youtube')],
    ['two rows without word times', rolling(spoken, 'two')],
    ['three rows without word times', rolling(spoken, 'three')],
  ])('%s: each row once, in order, none lost', (_, source) => {
    const file = unrolled(read(source))!
    expect(file.cues.map(({ text }) => text)).toEqual(spoken)
    for (const [at, cue] of file.cues.entries()) {
      expect(cue.end).toBeGreaterThan(cue.start)
      expect(cue.start).toBeGreaterThanOrEqual(file.cues[at - 1]?.end ?? 0)
    }
  })

  test('each row has the time at which it is said, and keeps its word times', () => {
    const file = unrolled(read(rolling(['one two three', 'four five', 'six', 'seven eight'], 'youtube')))!
    expect(rows(file)).toEqual([
      '0-1990 one two three',
      '2000-3990 four five',
      '4000-5990 six',
      '6000-7990 seven eight',
    ])
    const [first] = file.cues
    expect(file.extras.cues.get(first!.id)?.words).toEqual([
      { offset: 4, start: 400 },
      { offset: 8, start: 800 },
    ])
    const text = write(file)
    expect(text).toContain('00:00:02.000 --> 00:00:03.990\nfour<00:00:02.400><c> five</c>\n')
    expect(rows(read(text))).toEqual(rows(file))
  })

  test('as SubRip, where the rows of one cue have no word times', () => {
    const srt = writeSubtitle(read(rolling(spoken, 'youtube')).cues, 'srt').text
    const file = unrolled(readSubtitle(srt, sequentialIds('s'), { format: 'srt' }))!
    expect(file.cues.map(({ text }) => text)).toEqual(spoken)
  })

  test.each([
    ['nothing', 'WEBVTT\n'],
    ['a dialogue', 'WEBVTT\n\n' + ['a', 'b', 'b', 'c\nd', 'e', 'e'].map(cueOf).join('')],
    ['frames of one text', 'WEBVTT\n\n' + Array.from({ length: 20 }, (__, at) => cueOf('same', at)).join('')],
    [
      'a sentence said again in a line below',
      'WEBVTT\n\n' + ['a', 'a\nb', 'c', 'd', 'e', 'f', 'g\nh', 'i'].map(cueOf).join(''),
    ],
  ])('%s is none', (_, source) => {
    expect(unrolled(read(source))).toBeUndefined()
  })

  test('tags around several rows go with each', () => {
    const payloads = ['<i>a b</i>', '<i>a b\nc d</i>', '<i>c d\ne f</i>', '<i>e f</i>\ng']
    const file = unrolled(read('WEBVTT\n\n' + payloads.map(cueOf).join('')))!
    expect(file.cues.map(({ text }) => text)).toEqual(['<i>a b</i>', '<i>c d</i>', '<i>e f</i>', 'g'])
    expect(file.cues.map(({ text }) => plainText(text)).join(' ')).toBe('a b c d e f g')
  })
})

describe('a hostile payload is read in linear time', () => {
  const SIZE = 300_000
  test.each<[string, string]>([
    ['a voice without an end', `<v${' '.repeat(SIZE)}`],
    ['a voice without a name', `<v${' '.repeat(SIZE)}>`],
    ['tags that are not closed', '<b>'.repeat(SIZE / 3)],
    ['tags closed that were not opened', '<b>'.repeat(SIZE / 6) + '</i>'.repeat(SIZE / 8)],
    ['a colour of blanks', `<font color=${' '.repeat(SIZE)}>`],
    ['word times before blanks', '<00:01.000>'.repeat(SIZE / 22) + ' '.repeat(SIZE / 2)],
    ['ampersands', '&'.repeat(SIZE)],
    ['rows', 'a\n'.repeat(SIZE / 2)],
  ])('%s', (_, payload) => {
    const file = read(`WEBVTT\n\n${Array.from({ length: 4 }, (__, at) => cueOf(payload, at)).join('')}`)
    expect(file.cues).toHaveLength(4)
    unrolled(file)
    expect(write({ ...file, cues: file.cues.map((cue) => ({ ...cue, text: `${cue.text}!` })) })).not.toBe('')
  })

  test('a time of many digits is none', () => {
    const { cues, problems } = read(`WEBVTT\n\n${'1'.repeat(SIZE)}:00:01.000 --> 00:02.000\nx\n`)
    expect([cues.length, problems.map(({ kind }) => kind)]).toEqual([0, ['time_unreadable', 'time_unreadable']])
  })
})

function cueOf(text: string, at: number): string {
  const time = (ms: number) =>
    `00:${String(Math.floor(ms / 1000)).padStart(2, '0')}.${String(ms % 1000).padStart(3, '0')}`
  return `${time(at * 2000)} --> ${time(at * 2000 + 1990)}\n${text}\n\n`
}

test.each(['', '{\\an1}', '{\\an3}', '{\\an4}', '{\\an5}', '{\\an6}', '{\\an7}', '{\\an8}', '{\\an9}'])(
  'the place %j comes back from WebVTT',
  (place) => {
    const text = `${place}Here`
    const { text: file } = writeSubtitle([makeCue('a', 1000, 2000, text)], 'vtt')
    expect(readSubtitle(file, sequentialIds('r'), { format: 'vtt' }).cues.map((cue) => cue.text)).toEqual([text])
  },
)

test.each([
  ['align:start position:0%', ''],
  ['align:start position:50%', ''],
  ['line:90% position:50% align:center', ''],
  ['line:-2 align:end', '{\\an3}'],
  ['line:10% align:left', '{\\an7}'],
  ['vertical:rl align:left', ''],
])('settings %j are the place %j', (settings, place) => {
  const file = `WEBVTT\n\n00:01.000 --> 00:02.000 ${settings}\nHere\n`
  const back = read(file)
  expect(back.cues.map(({ text }) => text)).toEqual([`${place}Here`])
  expect(write(back)).toContain(settings)
})

test.each([
  ['align:start position:0%', '{\\an8}Here', '02.000 line:0\nHere'],
  ['line:0', 'Here', '02.000\nHere'],
  ['line:0', '{\\an8}There', '02.000 line:0\nThere'],
  ['align:start position:0%', 'There', '02.000 align:start position:0%\nThere'],
  ['align:left', '{\\an3}Here', '02.000 align:right\nHere'],
])('a line with the settings %j that becomes %j', (settings, text, expected) => {
  const { cues, extras } = read(`WEBVTT\n\n00:01.000 --> 00:02.000 ${settings}\nHere\n`)
  const written = write({ cues: [{ ...cues[0]!, text }], extras, speakers: new Map() })
  expect(written).toContain(expected)
  expect(read(written).cues[0]?.text).toBe(text)
})

test('settings that a line loses with its place are told of, and those that its text says are no loss in another format', () => {
  const lost = (settings: string, text: string, to: 'vtt' | 'srt') => {
    const { cues, extras } = read(`WEBVTT\n\n00:01.000 --> 00:02.000 ${settings}\nHere\n`)
    return writeSubtitle([{ ...cues[0]!, text }], to, { extras }).losses
  }
  const layout = [{ kind: 'layout', count: 1, first: 0 }]
  expect(lost('align:start position:0%', '{\\an8}Here', 'vtt')).toEqual(layout)
  expect(lost('line:0', 'Here', 'vtt')).toEqual([])
  expect(lost('line:0', '{\\an8}Here', 'srt')).toEqual([])
  expect(lost('align:start position:0%', 'Here', 'srt')).toEqual(layout)
})

test('styles stay before the first line, whichever that is', () => {
  const { cues, extras, speakers } = read(
    'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE one\n\n00:01.000 --> 00:02.000\nOne\n\n00:03.000 --> 00:04.000\nTwo\n',
  )
  const [one, two] = cues
  const begin = /^WEBVTT\n\nSTYLE\n/
  expect(write({ cues: [two!], extras, speakers })).toMatch(begin)
  const turned = write({ cues: [two!, one!], extras, speakers })
  expect(turned).toMatch(begin)
  expect(turned).toContain('NOTE one\n\n00:00:01.000')
})
