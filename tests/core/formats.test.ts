import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cuesOfClip } from '#core/subtitle/burn/burn.ts'
import type { Loss } from '#core/subtitle/formats/convert.ts'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { holdings } from '#core/subtitle/formats/holdings.ts'
import { type Format, formatOfName, formatOfText, formats } from '#core/subtitle/formats/format.ts'
import { LIGHT_COST, readingCost } from '#core/subtitle/text/reading-cost.ts'
import { textStatistics } from '#core/subtitle/text/statistics.ts'
import { cutMarkup, parseMarkup, plainText, writeMarkup } from '#core/subtitle/text/markup.ts'

/** Formats that hold any style at any time; the laws of all are in held-text.test.ts. */
const styled = formats.filter((format) => holdings[format].styles.length === 5 && holdings[format].places !== 'none')

const read = (text: string, format?: Format) => readSubtitle(text, sequentialIds('c'), { format })
const again = (text: string, format: Format) => {
  const { cues, extras, speakers } = read(text, format)
  return writeSubtitle(cues, format, { extras, speakers }).text
}
/** Cues in one line each, as `start-end text`. */
const lines = (cues: readonly Cue[]): string[] => cues.map(({ start, end, text }) => `${start}-${end} ${text}`)

const VTT = `WEBVTT - a title
Kind: captions

STYLE
::cue(b) { color: red }

REGION
id:fred
width:40%

NOTE two lines
of a note

first
00:01.000 --> 00:02.000 region:fred align:left
<v Ann>Hello &amp; <i>welcome</i>

NOTE between

00:03.000 --> 01:00:04.000 line:10%
Up here
<c.yellow>yellow</c>

NOTE at the end
`

const ASS = `[Script Info]
; a comment
Title: A title
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,20,&H00FFFFFF,&H0000FFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,0
Style: Thought,Arial,20,&H00FFFFFF,&H0000FFFF,&H00000000,&H00000000,0,-1,0,0,100,100,0,0,1,2,2,8,10,10,10,0

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,a remark, with a comma
Dialogue: 3,0:00:01.00,0:00:02.00,Default,Ann,0,0,0,,{\\i1}Hello{\\i0}, {\\pos(10,20)}you\\Nthere
Dialogue: 0,0:00:03.00,0:00:04.50,Thought,,0,0,0,fade,{\\k20}la{\\k30}la

[Fonts]
fontname: a.ttf
0a1b2c
`

const TTML = `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en">
  <head><styling><style xml:id="s1" tts:fontStyle="italic"/></styling>
    <layout><region xml:id="up" tts:origin="10% 5%" tts:extent="80% 10%"/></layout></head>
  <body>
    <div begin="10s">
      <!-- a remark -->
      <p xml:id="p1" begin="1s" end="2s" style="s1">One<br/>two</p>
      <p xml:id="p2" begin="00:00:03.000" dur="1500ms" region="up">A <span tts:fontWeight="bold">b</span> c</p>
    </div>
  </body>
</tt>
`

const SOURCES: [Format, string, string[]][] = [
  [
    'vtt',
    VTT,
    ['1000-2000 Hello & <i>welcome</i>', '3000-3604000 {\\an8}Up here\n<font color="#ffff00">yellow</font>'],
  ],
  ['ass', ASS, ['1000-2000 <i>Hello</i>, {\\pos(10,20)}you\nthere', '3000-4500 {\\an8}{\\k20}<i>la{\\k30}la</i>']],
  ['ttml', TTML, ['11000-12000 <i>One\ntwo</i>', '13000-14500 {\\an8}A <b>b</b> c']],
]

describe.each(SOURCES)('%s', (format, source, expected) => {
  test('is read', () => {
    const { cues, problems } = read(source)
    expect(problems).toEqual([])
    expect(lines(cues)).toEqual(expected)
  })

  test('unedited it is written as it stood', () => {
    // WebVTT's short times are written long; all else is the same to the letter.
    const long = source
      .replace(/^(\d\d:\d\d\.\d{3}) --> (\d\d:\d\d\.)/gm, '00:$1 --> 00:$2')
      .replace(/^(?=\d\d:\d\d\.)/gm, '00:')
    expect(again(source, format).trim()).toBe(long.trim())
  })

  test('an edit of one line leaves the rest of the file as it stood', () => {
    const { cues, extras, speakers } = read(source)
    const edited = [{ ...cues[0]!, text: 'New <b>text</b>', end: cues[0]!.end + 100 }, ...cues.slice(1)]
    const { text } = writeSubtitle(edited, format, { extras, speakers })
    const back = read(text, format)
    expect(lines(back.cues)[0]).toBe(`${cues[0]!.start}-${cues[0]!.end + 100} New <b>text</b>`)
    expect(lines(back.cues).slice(1)).toEqual(lines(cues).slice(1))
    expect(back.extras.head).toBe(extras.head)
    expect([...back.extras.before.values()]).toEqual([...extras.before.values()])
    expect(back.extras.tail.trim()).toBe(extras.tail.trim())
  })

  test('a line more and a line less lose nothing around them', () => {
    const { cues, extras, speakers } = read(source)
    const more = [cues[0]!, makeCue('new', cues[0]!.end + 10, cues[0]!.end + 500, 'more'), cues[1]!]
    const grown = writeSubtitle(more, format, { extras, speakers }).text
    expect(lines(read(grown, format).cues)).toEqual(lines(more))
    const shrunk = writeSubtitle(cues.slice(1), format, { extras, speakers }).text
    expect(lines(read(shrunk, format).cues)).toEqual(lines(cues.slice(1)))
    for (const note of ['a note', 'between', 'at the end', 'a remark', '0a1b2c', 'a title', 'xml:id="up"']) {
      expect([note, shrunk.includes(note)]).toEqual([note, source.includes(note)])
    }
  })
})

test('a comment in an ASS text is neither shown nor counted, and stays a comment when its line is edited', () => {
  const { cues, extras, speakers } = read(ASS.replace('{\\pos(10,20)}you', '{to check}you{\\b1}{}'))
  expect([plainText(cues[0]!.text), textStatistics(cues[0]!.text).characters]).toEqual(['Hello, you\nthere', 15])
  const edited = [{ ...cues[0]!, text: cues[0]!.text.replace('there', 'now') }, ...cues.slice(1)]
  const { text } = writeSubtitle(edited, 'ass', { extras, speakers })
  expect(text).toContain('{\\i1}Hello{\\i0}, {to check}you{}{\\b1}\\Nnow')
  expect(lines(read(text, 'ass').cues)).toEqual(lines(edited))
  const { losses } = writeSubtitle(cues, 'srt', { extras, speakers })
  expect(losses.map(({ kind }) => kind)).toContain('ass_comment')
})

test.each(formats)('words in braces stay words in %s, beside overrides too', (format) => {
  const cue = makeCue('a', 1000, 2000, '{Music} {\\an8}a \\ b {door}')
  const { text } = writeSubtitle([cue], format)
  const braces = (value: string) => value.replaceAll('\uff5b', '{').replaceAll('\uff5d', '}').replaceAll('\u2060', '')
  expect(braces(plainText(read(text, format).cues[0]!.text))).toBe('{Music} a \\ b {door}')
})

describe('conversion', () => {
  const convert = (text: string, from: Format, to: Format): { cues: string[]; losses: Loss['kind'][] } => {
    const { cues, extras, speakers } = read(text, from)
    const written = writeSubtitle(cues, to, { extras, speakers })
    return { cues: lines(read(written.text, to).cues), losses: written.losses.map((drop) => drop.kind).sort() }
  }
  const RICH =
    '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>it <b>both</b></i> <u>under</u> <font color="#ffff00">yellow</font>\nnext\n'

  test.each(styled)('from SubRip to %s keeps styles, colour, place and rows', (to) => {
    const { cues, losses } = convert(RICH, 'srt', to)
    expect(cues).toEqual(lines(read(RICH, 'srt').cues))
    expect(losses).toEqual([])
  })

  test.each<[string, Format, Format, string[], Loss['kind'][]]>([
    [
      VTT,
      'vtt',
      'srt',
      ['1000-2000 Hello & <i>welcome</i>', '3000-3604000 {\\an8}Up here\n<font color="#ffff00">yellow</font>'],
      ['layout', 'layout', 'speaker'],
    ],
    [
      ASS,
      'ass',
      'srt',
      ['1000-2000 <i>Hello</i>, you\nthere', '3000-4500 {\\an8}<i>lala</i>'],
      ['karaoke', 'layout', 'position', 'speaker'],
    ],
    [
      ASS,
      'ass',
      'vtt',
      ['1000-2000 <i>Hello</i>, you\nthere', '3000-4500 {\\an8}<i>lala</i>'],
      ['karaoke', 'layout', 'position'],
    ],
    [TTML, 'ttml', 'ass', ['11000-12000 <i>One\ntwo</i>', '13000-14500 {\\an8}A <b>b</b> c'], ['layout']],
  ])('says what is left behind', (source, from, to, cues, losses) => {
    const result = convert(source, from, to)
    expect(result.cues).toEqual(cues)
    expect(result.losses).toEqual([...new Set(losses)])
  })

  test('a side that TTML gets no region for is reported', () => {
    const { losses } = writeSubtitle([makeCue('a', 0, 1000, '{\\an7}x'), makeCue('b', 2000, 3000, '{\\an8}x')], 'ttml')
    expect(losses).toEqual([{ kind: 'position', count: 1, first: 0 }])
  })

  test('times that SubStation has no place for are rounded, and that is reported', () => {
    const { text, losses } = writeSubtitle([makeCue('a', 1234, 5678, 'x')], 'ass')
    expect(text).toContain('0:00:01.23,0:00:05.68')
    expect(losses).toEqual([{ kind: 'times_rounded', count: 1, first: 0 }])
  })

  test.each<[Format, string, string]>([
    ['vtt', 'a < b & c --> d\n\ne', 'a &lt; b &amp; c --&gt; d\ne'],
    ['ass', 'brace {x} back\\slash', 'brace ｛x｝ back\\\u2060slash'],
    ['ttml', 'a < b & "c"', 'a &lt; b &amp; &quot;c&quot;'],
  ])('%s: text that would be markup is escaped', (format, text, expected) => {
    expect(writeSubtitle([makeCue('a', 0, 1000, text)], format).text).toContain(expected)
  })
})

describe('lines of SubStation that most files do not have', () => {
  const dialogue = (...texts: string[]) =>
    `[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${texts.join('\n')}\n`

  test.each([
    [
      'styles, speakers and layers by turns',
      'Dialogue: 0,0:00:01.00,0:00:02.00,A,Ann,0,0,0,,a\nDialogue: 1,0:00:02.00,0:00:03.00,B,,0,0,0,fx,b\nDialogue: 0,0:00:03.00,0:00:04.00,A,Ann,0,0,0,,c',
    ],
    [
      'blanks around a text, a soft break, a hard blank',
      'Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,, a \nDialogue: 0,0:00:02.00,0:00:03.00,A,,0,0,0,,a\\nb\nDialogue: 0,0:00:03.00,0:00:04.00,A,,0,0,0,,a\\hb\\Nc',
    ],
    [
      'signs that this writer would not write',
      'Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,a\nDialogue: 0,0:00:02.00,0:00:03.00,A,,0,0,0,,b } c < d\u00a0e',
    ],
    [
      'another spelling of the key',
      'Dialogue:0,0:00:01.00,0:00:02.00,A,,0,0,0,,a\ndialogue: 0,0:00:02.00,0:00:03.00,A,,0,0,0,,b',
    ],
  ])('%s stay as they stood', (_, events) => {
    expect(again(dialogue(events), 'ass')).toBe(dialogue(events))
  })

  test('times in other columns', () => {
    const source = '[Events]\nFormat: End, Style, Start, Name, Text\nDialogue: 0:00:02.00,A,0:00:01.00,Ann,a, b\n'
    const file = read(source, 'ass')
    expect(lines(file.cues)).toEqual(['1000-2000 a, b'])
    expect(again(source, 'ass')).toBe(source)
    const more = [...file.cues, makeCue('new', 3000, 4000, 'c\nd')]
    expect(writeSubtitle(more, 'ass', { extras: file.extras, speakers: new Map([['new', 'B,b']]) }).text).toBe(
      `${source}Dialogue: 0:00:04.00,A,0:00:03.00,B b,c\\Nd\n`,
    )
  })

  test('a Format line half way through', () => {
    const source = dialogue(
      'Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,a',
      'Format: Start, End, Text',
      'Dialogue: 0:00:02.00,0:00:03.00,b, c',
    )
    expect(lines(read(source, 'ass').cues)).toEqual(['1000-2000 a', '2000-3000 b, c'])
    expect(again(source, 'ass')).toBe(source)
  })

  test('an edit in a file of plain lines', () => {
    const source = dialogue(
      'Dialogue: 0,0:00:01.00,0:00:02.00,A,,5,5,5,,a',
      'Dialogue: 0,0:00:02.00,0:00:03.00,A,,5,5,5,,b',
    )
    const { cues, extras, speakers } = read(source, 'ass')
    const edited = [{ ...cues[1]!, text: '<i>x</i>\n{y}' }, makeCue('n', 10_000_000, 10_000_990, 'new')]
    expect(writeSubtitle(edited, 'ass', { extras, speakers }).text).toBe(
      dialogue(
        'Dialogue: 0,0:00:02.00,0:00:03.00,A,,5,5,5,,{\\i1}x{\\i0}\\N｛y｝',
        'Dialogue: 0,2:46:40.00,2:46:40.99,A,,5,5,5,,new',
      ),
    )
  })
})

describe('what is not quite right is read and reported', () => {
  const problems = (text: string, format?: Format) =>
    read(text, format).problems.map(({ line, kind }) => `${line} ${kind}`)

  test.each<[string, string, string[], string[]]>([
    ['WebVTT without its header', '00:01.000 --> 00:02.000\nHi\n', ['1000-2000 Hi'], ['1 header_missing']],
    ['a comma in WebVTT', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nHi', ['1000-2000 Hi'], ['3 time_repaired']],
    [
      'text after a blank line',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n\nthere\n',
      ['1000-2000 Hi'],
      ['6 text_outside_cue'],
    ],
    [
      'a broken time',
      'WEBVTT\n\n00:xx.000 --> 00:02.000\nHi\n\n00:03.000 --> 00:04.000\nHo',
      ['3000-4000 Ho'],
      ['3 time_unreadable', '4 time_unreadable'],
    ],
  ])('%s', (_, text, cues, expected) => {
    expect([lines(read(text, 'vtt').cues), problems(text, 'vtt')]).toEqual([cues, expected])
  })

  test.each<[string, Format, string, string[]]>([
    ['a point in SubRip', 'srt', '1\n00:00:01.000 --> 00:00:02.000\nHi\n', ['2 time_repaired']],
    ['hours above 99 and coordinates are nothing odd', 'srt', '1\n100:00:01,000 --> 100:00:02,000 X1:1\nHi\n', []],
    ['a negative time in SubRip', 'srt', '1\n-00:00:01,000 --> 00:00:02,000\nHi\n', ['2 negative_time']],
    [
      'a negative time in SubStation',
      'ass',
      '[Events]\nDialogue: 0,-0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi\n',
      ['2 negative_time'],
    ],
    [
      'zero bytes, each line of them',
      'vtt',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nH\0i\0\nthe\0re\n',
      ['4 control_characters', '5 control_characters'],
    ],
    [
      'zero bytes in SubStation',
      'ass',
      '[Events]\n\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,H\0i\n',
      ['3 control_characters'],
    ],
  ])('%s', (_, format, text, expected) => {
    const file = read(text, format)
    expect([file.cues.length, problems(text, format)]).toEqual([1, expected])
  })

  test('SubStation', () => {
    const text =
      '[Events]\nwhat\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi\nDialogue: 0,x,y,Default,,0,0,0,,Ho\n'
    expect(lines(read(text).cues)).toEqual(['1000-2000 Hi'])
    expect(problems(text)).toEqual(['2 line_not_understood', '4 time_unreadable'])
    expect(again(text, 'ass').trim()).toBe(text.trim())
  })

  test('TTML', () => {
    const text =
      '<tt><body><div><p begin="1s">no end</p>\nloose<p begin="x" end="3s">a &amp; b</p><p begin="4s" end="5s">open'
    expect(lines(read(text).cues)).toEqual(['1000-1000 no end', '0-3000 a & b', '4000-5000 open'])
    expect(new Set(problems(text).map((line) => line.split(' ')[1]))).toEqual(
      new Set(['end_missing', 'time_unreadable', 'text_outside_cue', 'markup_broken']),
    )
  })

  test('sequential and nested time in TTML', () => {
    const text =
      '<tt xmlns:ttp="x" ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001" ttp:tickRate="1000"><body><div begin="10s" timeContainer="seq"><p dur="1s">a</p><p dur="2s">b</p></div><p begin="48f" end="2500t">c</p></body></tt>'
    expect(lines(read(text).cues)).toEqual(['10000-11000 a', '11000-13000 b', '2002-2500 c'])
  })
})

describe('formats are known', () => {
  test.each([
    ['a.SRT', 'srt'],
    ['b.c.vtt', 'vtt'],
    ['x.dfxp', 'ttml'],
    ['noext', undefined],
  ])('by name: %s', (name, format) => {
    expect(formatOfName(name)).toBe(format)
  })
  test.each([
    [VTT, 'vtt'],
    [ASS, 'ass'],
    [ASS.replaceAll('+', ''), 'ssa'],
    [TTML, 'ttml'],
    ['1\n00:00:01,000 --> 00:00:02,000\nx', 'srt'],
    ['hello', undefined],
  ])('by text', (text, format) => {
    expect(formatOfText(text)).toBe(format)
  })
})

describe('markup', () => {
  test.each([
    ['<i>a <b>b</b></i>', 'a b'],
    ['{\\an8}top', 'top'],
    ['a < b > c', 'a < b > c'],
    ['<font color="red">x</font> <3', 'x <3'],
    ['<\u2060i>', '<i>'],
    ['{\\p1}m 0 0 l 1 1{\\p0}text', 'text'],
  ])('%s reads %s', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  test.each([
    ['<i>one two</i>', 6, '<i>one</i>', '<i>two</i>'],
    ['{\\an8}one two', 9, '{\\an8}one', '{\\an8}two'],
    ['one <b>two</b>', 6, 'one', '<b>two</b>'],
    ['one two', 3, 'one', 'two'],
  ])('%s cut at %d', (text, caret, before, after) => {
    expect(cutMarkup(text, caret)).toEqual([before, after])
  })

  test('what is written reads the same', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '<i>',
      '</i>',
      '<b>',
      '</b>',
      '<font color="#ff0000">',
      '</font>',
      '{\\an8}',
      '{\\pos(1,2)}',
      '<v Ann>',
      '<',
      '&',
      '{',
      '}',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = writeMarkup(parseMarkup(pieces.join('')))
        expect(writeMarkup(parseMarkup(once))).toBe(once)
      }),
    )
  })
})

const word = fc.stringMatching(/^[a-zé你<&"'.,!]{1,8}$/)
const tagged = fc
  .tuple(fc.constantFrom('', 'i', 'b', 'u'), word)
  .map(([tag, text]) => (tag ? `<${tag}>${text}</${tag}>` : text))
const textOf = fc
  .array(
    fc.array(tagged, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    { minLength: 1, maxLength: 3 },
  )
  .map((rows) => rows.join('\n'))
const cueParts = fc.array(fc.tuple(fc.nat(400_000_00), fc.integer({ min: 1, max: 9999 }), textOf), { maxLength: 6 })

describe.each(styled)('parsing what was written, %s', (format) => {
  test('gives the same cues', () => {
    const grain = format === 'ass' || format === 'ssa' ? 10 : 1
    fc.assert(
      fc.property(cueParts, (parts) => {
        const cues = parts.map(([start, length, text], at) =>
          makeCue(`c${at + 1}`, start * grain, (start + length) * grain, writeMarkup(parseMarkup(text))),
        )
        const file = read(writeSubtitle(cues, format).text, format)
        expect(lines(file.cues)).toEqual(lines(cues))
        expect(file.problems).toEqual([])
        const second = writeSubtitle(file.cues, format, { extras: file.extras, speakers: file.speakers })
        expect(lines(read(second.text, format).cues)).toEqual(lines(cues))
      }),
    )
  })
})

test('a clip has the lines of its stretch, at times from its start on', () => {
  const cue = (id: string, start: number, end: number) => ({ id, start, end, text: id, roles: [] })
  const cues = [cue('a', 0, 900), cue('b', 800, 2000), cue('c', 2500, 3000), cue('d', 3900, 5000), cue('e', 4000, 5000)]
  expect(cuesOfClip(cues, 1000, 4000).map(({ id, start, end }) => `${id} ${start}-${end}`)).toEqual([
    'b 0-1000',
    'c 1500-2000',
    'd 2900-3000',
  ])
})

test('a line that loses its layout is counted once, whatever the head loses', () => {
  const { cues, extras, speakers } = read(VTT.replace('width:40%', `width:40%\n\nSTYLE\n::cue { color: white }`))
  const { losses } = writeSubtitle(cues, 'srt', { extras, speakers })
  expect(losses.find(({ kind }) => kind === 'layout')).toEqual({ kind: 'layout', count: 2, first: 0 })
})

test('what a text may cost to read is known by its letters, lines and tags; a film of two hours is light', () => {
  expect(['', 'ab', '\r\n', '<i>{'].map(readingCost)).toEqual([0, 4, 52, 56])
  expect(['[|', ' 1 9 0', '19'].map(readingCost)).toEqual([52, 108, 4])
  const feature = '1000\n00:00:01,000 --> 00:00:02,000\nTwo rows of a film,\nas long as most are.\n\n'.repeat(1500)
  expect(readingCost(feature)).toBeLessThan(LIGHT_COST)
  expect(readingCost('1\n'.repeat(20_000))).toBeGreaterThan(LIGHT_COST)
})
