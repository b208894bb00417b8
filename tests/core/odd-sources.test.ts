import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { isRightToLeft } from '#core/domain/bidi.ts'

const linesOf = ({ cues }: { cues: readonly { start: number; end: number; text: string }[] }) =>
  cues.map(({ start, end, text }) => `${start}-${end} ${text}`)
const bytes = (text: string) => new TextEncoder().encode(text)

describe('transcripts in JSON', () => {
  const read = async (text: string) => linesOf(await readSubtitleBytes(bytes(text), sequentialIds('c')))

  test('with NaN, as Python writes it; a text that says NaN keeps it', async () => {
    const text = `{"segments": [{"start": 1, "end": 3, "text": "is NaN, NaN", "avg_logprob": NaN, "words": [{"word": "is", "start": 1, "probability": NaN}]}, {"start": 4.0, "end": 6.0, "text": "second", "no_speech_prob": -Infinity}]}`
    expect(await read(text)).toEqual(['1000-3000 is NaN, NaN', '4000-6000 second'])
  })

  test('without an end, or a start', async () => {
    const text = `{"segments": [{"start": 1, "end": null, "text": "a"}, {"start": 4, "end": NaN, "text": "b"}, {"start": null, "end": 12, "text": "c"}]}`
    const { problems, ...file } = await readSubtitleBytes(bytes(text.replaceAll('}, ', '},\n')), sequentialIds('c'))
    expect(linesOf(file)).toEqual(['1000-4000 a', '4000-8000 b', '8000-12000 c'])
    expect(problems.map(({ line, kind, text: said }) => `${line} ${kind} ${said}`)).toEqual([
      '1 end_missing a',
      '2 end_missing b',
    ])
  })
})

describe('SubRip that counts frames', () => {
  const source = '1\n00:00:01:12 --> 00:00:03:05\none\n\n2\n00:01:00:00 --> 00:01:02:24\ntwo\n'
  const rates = { 25: { num: 25, den: 1 }, ntsc: { num: 30_000, den: 1001 }, cinema: { num: 24, den: 1 } }

  test.each([
    ['at its rate', source, rates[25], ['1480-3200 one', '60000-62960 two']],
    ['at a rate that is behind the clock', source, rates.ntsc, ['1402-3170 one', '60060-62863 two']],
    [
      'with drop frame',
      source.replace(/:(?=\d\d(?: |\n))/g, ';').replace('01:00;00', '01:00;02'),
      rates.ntsc,
      ['1402-3170 one', '60060-62797 two'],
    ],
    ['at a rate that is not given', source, undefined, ['1480-3200 one', '60000-62960 two', '2 frames_without_rate']],
    [
      'at a rate that has no such frame',
      source,
      rates.cinema,
      ['1120-3050 one', '60000-62240 two', '2 time_repaired', '6 time_repaired'],
    ],
    [
      'or milliseconds in one line',
      source.replace('02:24', '02:240'),
      rates[25],
      ['1120-3050 one', '60000-62240 two', '2 time_repaired', '6 time_repaired'],
    ],
  ])('%s', (_, text, rate, expected) => {
    const file = readSubtitle(text, sequentialIds('c'), { rate })
    expect([...linesOf(file), ...file.problems.map(({ line, kind }) => `${line} ${kind}`)]).toEqual(expected)
  })
})

describe('SAMI of several languages', () => {
  const source = `<SAMI><HEAD><STYLE TYPE="text/css"><!--\n.KRCC { Name: Korean; lang: ko-KR; }\n.ENCC { Name: English; lang: en-US; }\n--></STYLE></HEAD><BODY>\n<SYNC Start=1000><P Class=KRCC>하나<P Class=ENCC>one\n<SYNC Start=2000><P>both\n<SYNC Start=3000><P Class=KRCC>&nbsp;<P Class=ENCC>&nbsp;\n</BODY></SAMI>`
  const read = (language?: string) => readSubtitle(source, sequentialIds('c'), { language })

  test.each([
    [undefined, '하나'],
    ['en', 'one'],
    ['en_us', 'one'],
    ['ENCC', 'one'],
    ['ko', '하나'],
    ['fr', '하나'],
  ])('%s', (language, text) => {
    expect(linesOf(read(language))).toEqual([`1000-2000 ${text}`, '2000-3000 both'])
    expect(read(language).problems.map(({ kind }) => kind)).toEqual(['text_outside_cue'])
  })
})

test('MicroDVD: a rate with a comma is a rate, and styles of the whole file are told', () => {
  const source = '{DEFAULT}{}{C:$0000ff}\n{1}{1}25,000\n{25}{75}one\n'
  const file = readSubtitle(source, sequentialIds('c'))
  expect(linesOf(file)).toEqual(['1000-3000 one'])
  expect(file.problems.map(({ line, kind }) => `${line} ${kind}`)).toEqual(['1 style_not_read'])
  expect(writeSubtitle(file.cues, 'sub', { extras: file.extras }).text).toContain('{1}{1}25\n')
})

describe('formats of old players', () => {
  const read = async (text: string) => {
    const file = await readSubtitleBytes(bytes(text), sequentialIds('c'), { name: 'a.txt' })
    return [...linesOf(file), ...file.problems.map(({ kind }) => kind)]
  }

  test('MPL2', async () => {
    expect(await read('[10][30]one|/two\r\n[35][]three [1][2]\r\n')).toEqual([
      '1000-3000 one\n<i>two</i>',
      '3500-7500 three [1][2]',
      'end_missing',
    ])
  })

  test.each([':', '=', ',1='])('TMPlayer with %j', async (sign) => {
    const text = `00:00:01${sign}one|two\n00:00:03${sign}\n00:00:05${sign}three: four\n`
    expect(await read(text)).toEqual(['1000-3000 one\ntwo', '5000-9000 three: four', 'ends_guessed'])
    expect(await read(`${text}00:00:06${sign}\n`)).toEqual(['1000-3000 one\ntwo', '5000-6000 three: four'])
  })

  test.each([
    ['lyrics', '[00:01.00]one\n[00:03.00]two\n'],
    ['MPL2 with other text', '[10][30]one\nsomething else\n'],
  ])('%s are none', async (_, text) => {
    expect((await readSubtitleBytes(bytes(text), sequentialIds('c'))).format).not.toBe('vtt')
  })
})

test('a file of SAMI is kept as the language that was chosen of it', async () => {
  const source = `<SAMI><HEAD><STYLE>.KRCC { Name: Korean; lang: ko-KR; }\n.ENCC { lang: en-US; }</STYLE></HEAD><BODY>\n<SYNC Start=1000><P Class=KRCC>하나<P Class=ENCC>one\n<SYNC Start=1500><P Class=KRCC>둘\n<SYNC Start=2000><P>both\n<SYNC Start=3000><P Class=ENCC>&nbsp;<P Class=KRCC>&nbsp;\n</BODY></SAMI>`
  for (const [language, expected] of [
    ['ENCC', ['1000-2000 one', '2000-3000 both']],
    ['ko', ['1000-1500 하나', '1500-2000 둘', '2000-3000 both']],
  ] as const) {
    const { content, languages, problems, ...file } = await readSubtitleBytes(bytes(source), sequentialIds('c'), {
      language,
    })
    expect(linesOf(file)).toEqual(expected)
    expect(linesOf(readSubtitle(content, sequentialIds('c')))).toEqual(expected)
    expect([languages.map(({ title }) => title), problems, content.endsWith('</BODY></SAMI>')]).toEqual([
      ['Korean', 'en-US'],
      [],
      true,
    ])
  }
})

describe('text from right to left', () => {
  const arabic = '- من هناك؟\n- أنا، أحمد!'
  const cues = [{ id: 'a', start: 0, end: 1000, text: arabic, roles: [] }]

  test('has a style in ASS whose rows run where their letters do, and is the same when it is read', () => {
    for (const format of ['ass', 'ssa'] as const) {
      const { text } = writeSubtitle(cues, format)
      expect(text).toMatch(/^Style: .*,-1$/m)
      expect(readSubtitle(text, sequentialIds('c')).cues[0]!.text).toBe(arabic)
      expect(writeSubtitle([{ ...cues[0]!, text: 'Hello' }], format).text).toMatch(/^Style: .*,1$/m)
    }
  })

  test('says its direction in TTML', () => {
    const { text } = writeSubtitle([...cues, { ...cues[0]!, id: 'b', text: 'Hello' }], 'ttml')
    expect(text.match(/tts:direction="rtl" tts:unicodeBidi="embed"/g)).toHaveLength(1)
    expect(readSubtitle(text, sequentialIds('c')).cues[0]!.text).toBe(arabic)
  })

  test.each([
    ['שלום', true],
    ['99 بالون (NASA).', true],
    ['He said שלום', false],
    ['123 !?', false],
    ['', false],
  ])('%j', (text, isSo) => expect(isRightToLeft(text)).toBe(isSo))
})

test('drawings alone and empty lines are left out in another format, and told', () => {
  const source =
    '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\an7\\p1}m 0 0 l 50 0{\\p0}\nDialogue: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,\nDialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\i1}Hi\n'
  const { cues, extras } = readSubtitle(source, sequentialIds('c'))
  const { text, losses } = writeSubtitle(cues, 'srt', { extras })
  expect(text).toBe('1\r\n00:00:03,000 --> 00:00:04,000\r\n<i>Hi</i>\r\n\r\n')
  expect(losses.find(({ kind }) => kind === 'empty_line')).toEqual({ kind: 'empty_line', count: 2, first: 0 })
})
