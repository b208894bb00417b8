import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { realFiles } from '#tests/support/real-files.ts'
import { documents } from '#tests/support/ttml-documents.ts'
import { edits, faultsOfEdit, faultsOfXml } from '#tests/support/ttml-edits.ts'

/** Runs of each law; `npm run fuzz` makes it a long one. */
const numRuns = Number(process.env['CUELANE_FUZZ'] ?? 100)

const read = (text: string) => readSubtitle(text, sequentialIds('c'), { format: 'ttml' })
const lines = (cues: readonly Cue[]) => cues.map(({ start, end, text }) => `${start}-${end} ${text}`)
const kinds = (text: string) => read(text).problems.map(({ line, kind }) => `${line} ${kind}`)

/** The document after a change of its lines, and what it lost. */
function edited(source: string, change: (cues: Cue[]) => Cue[]) {
  const { cues, extras } = read(source)
  const { text, losses } = writeSubtitle(change(cues), 'ttml', { extras })
  expect(faultsOfXml(text)).toEqual([])
  return { text, losses: losses.map(({ kind }) => kind), lines: lines(read(text).cues) }
}

const first = (change: Partial<Cue>) => (cues: Cue[]) => cues.map((cue, at) => (at === 0 ? { ...cue, ...change } : cue))

const EBU = `<?xml version="1.0" encoding="UTF-8"?>
<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en">
  <tt:head>
    <tt:styling><tt:style xml:id="white" tts:color="#ffffff" tts:backgroundColor="#000000c2"/></tt:styling>
    <tt:layout><tt:region xml:id="top" tts:origin="10% 10%" tts:extent="80% 20%"/></tt:layout>
  </tt:head>
  <tt:body>
    <tt:div>
      <!-- the first scene -->
      <tt:p xml:id="s1" region="top" begin="00:00:01.000" end="00:00:02.000"><tt:span style="white">One</tt:span></tt:p>
      <tt:p xml:id="s2" begin="00:00:03.000" end="00:00:04.000"><tt:span style="white">Two<tt:br/>rows</tt:span></tt:p>
    </tt:div>
  </tt:body>
</tt:tt>
`

describe('a document with prefixes', () => {
  test('gets a first line like its neighbour, at its own place', () => {
    const { text, lines } = edited(EBU, (cues) => [makeCue('n', 0, 500, 'New'), ...cues])
    expect(lines).toEqual(['0-500 New', '1000-2000 {\\an8}One', '3000-4000 Two\nrows'])
    expect(text).toBe(
      EBU.replace(
        '<tt:p xml:id="s1"',
        '<tt:p begin="00:00:00.000" end="00:00:00.500"><tt:span style="white">New</tt:span></tt:p>\n      <tt:p xml:id="s1"',
      ),
    )
  })

  test('gets an edited text into the span that it had, and its times where they were', () => {
    const { text } = edited(EBU, first({ text: '{\\an8}One <i>more</i>', end: 2500 }))
    expect(text).toBe(
      EBU.replace('end="00:00:02.000"', 'end="00:00:02.500"').replace(
        'One<',
        'One <tt:span tts:fontStyle="italic">more</tt:span><',
      ),
    )
  })

  test('keeps its paragraphs and their order of attributes when they are sorted anew', () => {
    const { text, lines, losses } = edited(EBU, (cues) => cues.toReversed())
    expect(lines).toEqual(['3000-4000 Two\nrows', '1000-2000 {\\an8}One'])
    expect(text.indexOf('xml:id="s1"')).toBeGreaterThan(text.indexOf('xml:id="s2"'))
    expect([text.slice(0, 300), losses]).toEqual([EBU.slice(0, 300), ['layout']])
  })

  test('loses a line with the blanks before it', () => {
    const { text } = edited(EBU, (cues) => cues.slice(0, 1))
    expect(text).toBe(EBU.replace(/\n *<tt:p xml:id="s2".*/, ''))
  })

  test('gets a region for a place that it has none for', () => {
    const { text, lines } = edited(EBU, first({ text: '{\\an5}One' }))
    expect(lines[0]).toBe('1000-2000 {\\an5}One')
    expect(text).toContain('<tt:region xml:id="middle" tts:displayAlign="center"')
    expect(text).toContain('<tt:p xml:id="s1" region="middle" begin')
  })
})

describe('what is not text', () => {
  const around = (inner: string) =>
    `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"><body><div>${inner}</div></body></tt>`

  test('line ends, byte order mark, entities, CDATA and comments come back as they were', () => {
    const source = `\uFEFF${around('<p begin="1s" end="2s">a &amp; &#x62;<!-- c --> <![CDATA[<d>]]></p>\r\n<p begin="3s" end="4s">x</p>\r\n')}`
    const { cues, extras } = read(source)
    expect(lines(cues)).toEqual(['1000-2000 a & b <d>', '3000-4000 x'])
    expect(writeSubtitle(cues, 'ttml', { extras }).text).toBe(source)
    const other = writeSubtitle([cues[0]!, { ...cues[1]!, text: 'y' }], 'ttml', { extras })
    expect([other.text, other.losses]).toEqual([source.replace('>x<', '>y<'), []])
  })

  test('an edited text keeps its descriptions and animations, and tells of comments', () => {
    const source = around(
      '<p begin="1s" end="2s"><metadata><ttm:desc>shouts</ttm:desc></metadata><set begin="1s"/>Hey<!-- c --></p>',
    )
    expect(lines(read(source).cues)).toEqual(['1000-2000 Hey'])
    const { text, losses } = edited(source, first({ text: 'Ho' }))
    expect(text).toBe(source.replace('Hey<!-- c -->', 'Ho'))
    expect(losses).toEqual(['layout'])
  })

  test.each([
    ['ISO-8859-1', 'é', 'UTF-8'],
    ['UTF-16', 'e', 'UTF-8'],
    ['ASCII', 'e', 'ASCII'],
    ['utf-8', 'é', 'utf-8'],
  ])('a declaration of %s is right for what is written', (declared, letter, expected) => {
    const body = around(`<p begin="1s" end="2s">${letter}</p>`)
    const { cues, extras } = read(`<?xml version="1.0" encoding="${declared}"?>${body}`)
    expect(writeSubtitle(cues, 'ttml', { extras }).text).toBe(`<?xml version="1.0" encoding="${expected}"?>${body}`)
  })

  test('a prefix that nothing declares is told, and an edit makes a document that others can read', () => {
    const source = around('<p begin="1s" end="2s"><span tts:color="red">x</span></p>')
    expect(kinds(source)).toEqual(['1 markup_broken'])
    const { lines, losses } = edited(source, first({ end: 3000 }))
    expect([lines, losses]).toEqual([['1000-3000 <font color="#ff0000">x</font>'], ['layout']])
  })
})

describe('timed spans', () => {
  const spans = (p = '') =>
    `<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="10s" end="20s">${p}<span begin="1s" end="2s">a</span> <span begin="2s" end="3s">b</span></p></div></body></tt>`

  test('are edited where they stand', () => {
    const { text } = edited(spans(), ([a, b]) => [a!, { ...b!, text: 'c', end: 13_500 }])
    expect(text).toBe(spans().replace('end="3s">b', 'end="3.5s">c'))
  })

  test('take their paragraph along when the last of them goes', () => {
    expect(edited(spans(), (cues) => cues.slice(1)).text).toBe(
      spans().replace('<span begin="1s" end="2s">a</span>', ''),
    )
    expect(edited(spans(), () => []).text).toContain('<div></div>')
  })

  test('get their own paragraphs where one can not hold them', () => {
    const { lines } = edited(spans('words '), ([words, a, b]) => [
      words!,
      a!,
      makeCue('n', 1, 2, 'new'),
      { ...b!, start: 5, end: 6 },
    ])
    expect(lines).toEqual(['10000-20000 words', '11000-12000 a', '1-2 new', '5-6 b'])
  })
})

describe('times', () => {
  const apple = `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:itunes="http://music.apple.com/lyric-ttml-internal" itunes:timing="Line"><body dur="4:10.2"><div begin="19.764" end="3:58.640"><p begin="19.764" end="23.1">One</p><p begin="2:03" end="3:58.640">Two</p></div></body></tt>`

  test("of Apple's lyrics count from the start and have no hours", () => {
    expect(lines(read(apple).cues)).toEqual(['19764-23100 One', '123000-238640 Two'])
    expect(new Set(kinds(apple))).toEqual(new Set(['1 time_repaired']))
    const { text } = edited(apple, ([one, two]) => [
      { ...one!, end: 23_250 },
      { ...two!, start: 123_500 },
    ])
    expect(text).toBe(apple.replace('"23.1"', '"23.25"').replace('"2:03"', '"2:03.5"'))
  })

  test.each([
    ['00:00:01.500', 1500, '00:00:03.250'],
    ['00:00:01', 1000, '00:00:03.250'],
    ['00:00:01:10', 1400, '00:00:03.250'],
    ['00:00:01:20', 1800, '00:00:03.250'],
    ['1.5s', 1500, '3.25s'],
    ['1500ms', 1500, '3250ms'],
    ['0.025m', 1500, '0.054166667m'],
    ['35f', 1400, '00:00:03.250'],
    ['150t', 1500, '325t'],
    ['1.5', 1500, '3.25'],
    ['0:01.5', 1500, '0:03.25'],
  ])('%s is %i, and 3250 is written like it: %s', (time, ms, like) => {
    const source = `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25" ttp:tickRate="100"><body><div><p begin="${time}" end="9s">x</p></div></body></tt>`
    expect(read(source).cues[0]!.start).toBe(ms)
    expect(edited(source, first({ start: 3250 })).text).toBe(source.replace(`"${time}"`, `"${like}"`))
  })

  test.each([
    ['00:00:01.5', false],
    ['1:00:01', true],
    ['00:00:01,5', true],
    ['00:00:01;05', true],
    ['2:03', true],
    ['19.764', true],
    ['5f', false],
  ])('%s is told as repaired: %s', (time, repaired) => {
    expect(kinds(`<tt><body><div><p begin="${time}" end="9:00:00.0s">x</p></div></body></tt>`)[0]).toBe(
      repaired ? '1 time_repaired' : '1 time_unreadable',
    )
  })

  test('a length stays one, and times before the container free its lines from it', () => {
    const source =
      '<tt xmlns="http://www.w3.org/ns/ttml"><body><div begin="10s"><p begin="1s" dur="2s">a</p><p begin="5s" end="6s">b</p></div></body></tt>'
    expect(edited(source, first({ end: 14_000 })).text).toBe(source.replace('"2s"', '"3s"'))
    const { text } = edited(source, first({ start: 4000 }))
    expect(text).toBe(
      source
        .replace(' begin="10s"', '')
        .replace('"1s" dur="2s"', '"4s" dur="9s"')
        .replace('"5s" end="6s"', '"15s" end="16s"'),
    )
  })

  test('lines of a sequence stay where they are when one goes', () => {
    const source =
      '<tt xmlns="http://www.w3.org/ns/ttml"><body><div timeContainer="seq"><p dur="1s">a</p><p dur="1s">b</p><p dur="1s">c</p></div></body></tt>'
    expect(edited(source, ([a, , c]) => [a!, c!]).lines).toEqual(['0-1000 a', '2000-3000 c'])
  })
})

/** One change of a random line, by numbers that any list has a line for. */
const step = fc.record({
  what: fc.constantFrom('text', 'start', 'end', 'insert', 'remove', 'move', 'place'),
  at: fc.nat(20),
  to: fc.nat(20),
  ms: fc.nat(30_000),
  text: fc.constantFrom(
    'New',
    'a <i>b</i>',
    '',
    '  x  y\n',
    '<font color="#00ff00">z</font> & <',
    '{\\an8}up',
    '{\\an5}mid\n<b>dle</b>',
  ),
})

function walk(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) {
  return (cues: readonly Cue[]): Cue[] => {
    let list = [...cues]
    for (const [order, { what, at, to, ms, text }] of steps.entries()) {
      const index = list.length ? at % list.length : 0
      const cue = list[index]
      if (what === 'insert' || !cue) list.splice(index, 0, makeCue(`new${order}`, ms, ms + to * 100, text))
      else if (what === 'remove') list.splice(index, 1)
      else if (what === 'move') list = list.toSpliced(index, 1).toSpliced(to % list.length, 0, cue)
      else if (what === 'start') list[index] = { ...cue, start: ms }
      else if (what === 'end') list[index] = { ...cue, end: ms }
      else if (what === 'place') list[index] = { ...cue, text: `{\\an8}${cue.text.replace(/^\{\\an\d\}/, '')}` }
      else list[index] = { ...cue, text }
    }
    return list
  }
}

test('a sequence in a paragraph takes no turns any more once its lines have times of their own', () => {
  const source = `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>
<p dur="00:00:00.720" timeContainer="seq"><span timeContainer="seq"><span>one</span><span dur="00:00:00.100">two</span></span></p>
</div></body></tt>`
  expect(faultsOfEdit(read(source), source, edits['all times earlier']!)).toEqual([])
})

describe('random documents', () => {
  test('unedited come back to the letter', () => {
    fc.assert(
      fc.property(documents, (source) => {
        expect(faultsOfXml(source)).toEqual([])
        const { cues, extras } = read(source)
        expect(writeSubtitle(cues, 'ttml', { extras }).text).toBe(source)
      }),
      { numRuns },
    )
  })

  test('edited are well-formed and read as they were written: times, texts, styles and places', () => {
    fc.assert(
      fc.property(documents, fc.array(step, { minLength: 1, maxLength: 4 }), (source, steps) => {
        expect(faultsOfEdit(read(source), source, walk(steps))).toEqual([])
      }),
      { numRuns },
    )
  })

  test.each(Object.entries(edits))('hold after: %s', (_, change) => {
    fc.assert(
      fc.property(documents, (source) => {
        expect(faultsOfEdit(read(source), source, change)).toEqual([])
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    )
  })
})

const files = realFiles('subs').filter(({ name }) => /\.(?:ttml|xml|dfxp|itt)$/.test(name))

describe.skipIf(files.length === 0)('files of the wild (needs CUELANE_TEST_DATA)', () => {
  test.each(files.map(({ name, path }) => [name, path]))('%s', async (_, path) => {
    const bytes = readFileSync(path)
    const source = new TextDecoder().decode(bytes)
    const file = await readSubtitleBytes(bytes, sequentialIds('c'), { format: 'ttml' })
    expect(writeSubtitle(file.cues, 'ttml', { extras: file.extras }).text).toBe(source)
    const faults = Object.entries(edits).map(([name, change]) => [name, faultsOfEdit(file, source, change)])
    expect(faults).toEqual(Object.keys(edits).map((name) => [name, []]))
  })
})

describe('no document hangs the reader or the writer: long ones are answered before the test is given up', () => {
  const N = numRuns > 100 ? 1_000_000 : 300_000
  const many = (text: string) => text.repeat(N / text.length)
  const body = (inner: string) => `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${inner}</div></body></tt>`
  const head = (inner: string) => `<tt xmlns="http://www.w3.org/ns/ttml"><head>${inner}</head>`
  const numbers = Array.from({ length: 10_000 }, (_, at) => at)
  const hard: [string, string][] = [
    ['unclosed paragraphs', `<tt><body>${many('<p>a')}`],
    ['unclosed paragraphs before a long text', `<tt><body>${'<p>'.repeat(900)}${many('a')}`],
    ['unclosed start tags', `<tt><body>${many('<p ')}`],
    ['paragraphs', body(many('<p begin="1s" end="2s">a</p>'))],
    ['empty paragraphs', body(many('<p/>'))],
    ['elements in each other', body(`${'<div>'.repeat(N / 11)}${'</div>'.repeat(N / 11)}`)],
    ['spans in each other', body(`<p>${'<span begin="0s">a'.repeat(900)}${'</span>'.repeat(900)}</p>`)],
    ['timed spans', body(`<p>${many('<span begin="0s">a</span>')}</p>`)],
    ['blanks in spans', body(`<p begin="0s">${many('<span> </span>')}x</p>`)],
    ['attributes', `<tt><body><p ${numbers.map((at) => `a${at}="x"`).join(' ')}>x</p></body></tt>`],
    ['blanks in a tag', body(`<p begin="1s"${many(' ')}>x</p>`)],
    ['kept blanks', body(`<p begin="1s" xml:space="preserve">a${many(' ')}b\n</p>`)],
    ['entities', body(`<p begin="1s">${many('&amp;')}</p>`)],
    ['open comments', body(many('<!--'))],
    ['comments', body(`<p begin="1s">${many('<!--x-->')}</p>`)],
    ['prefixes', `<tt ${numbers.map((at) => `xmlns:a${at}="x"`).join(' ')}><body>${many('<a1:b/>')}</body></tt>`],
    [
      'styles that refer to each other',
      `${head(
        `<styling>${numbers
          .slice(0, 20)
          .map((at) => `<style xml:id="s${at}" style="${`s${at + 1} `.repeat(64)}"/>`)
          .join('')}</styling>`,
      )}<body><div><p style="s0" begin="1s">x</p></div></body></tt>`,
    ],
    [
      'regions',
      `${head(`<layout>${numbers.map((at) => `<region xml:id="r${at}"><style origin="1% 1%"/></region>`).join('')}</layout>`)}<body><div>${numbers.map((at) => `<p region="r${at}" begin="1s">x</p>`).join('')}</div></body></tt>`,
    ],
    ['a sequence', body(`<div timeContainer="seq">${many('<p dur="1s">a</p>')}</div>`)],
  ]
  test.each(hard)(
    '%s',
    (_, source) => {
      const { cues, extras } = read(source)
      const moved = cues.map((cue) => ({ ...cue, start: cue.start + 1, end: cue.end + 1 }))
      for (const list of [cues, [makeCue('n', 1, 2, '{\\an8}x'), ...moved], cues.toReversed()]) {
        writeSubtitle(list, 'ttml', { extras })
      }
    },
    20_000,
  )
})

test('pictures are read by their text alternatives, where there is no other text', () => {
  const source = `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:smpte="http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt" xmlns:ittm="http://www.w3.org/ns/ttml/profile/imsc1#metadata"><body><div begin="1s" end="2s" smpte:backgroundImage="a.png"><metadata><ittm:altText>Hello\n there</ittm:altText></metadata></div>\n<div begin="3s" end="4s" smpte:backgroundImage="b.png"/></body></tt>`
  const { cues, problems, extras } = read(source)
  expect(cues.map(({ start, end, text }) => [start, end, text])).toEqual([[1000, 2000, 'Hello there']])
  expect(problems.map(({ kind }) => kind)).toEqual(['picture_not_read'])
  const { text, losses } = writeSubtitle(cues, 'ttml', { extras })
  expect([read(text).cues.map((cue) => cue.text), losses.map(({ kind }) => kind)]).toEqual([
    ['Hello there'],
    ['layout'],
  ])
})

test('law: blanks before and after the letters of each row come back', () => {
  const row = fc
    .string({ unit: fc.constantFrom('a', ' ', '-', 'b'), minLength: 1, maxLength: 6 })
    .map((text) => `${text}x`)
  const blank = fc.constantFrom('', ' ', '   ')
  fc.assert(
    fc.property(fc.array(fc.tuple(blank, row, blank), { minLength: 1, maxLength: 3 }), (rows) => {
      const text = rows.map((parts) => parts.join('')).join('\n')
      const { text: written, losses } = writeSubtitle([makeCue('a', 1000, 2000, text)], 'ttml')
      expect([read(written).cues[0]!.text, losses]).toEqual([text, []])
    }),
  )
})

test('rows that a document breaks in its source have no indents', () => {
  const source = `<tt xmlns="http://www.w3.org/ns/ttml"><body xml:space="preserve"><div><p begin="1s" end="2s">\n    one\n    two<br/>  three\n  </p></div></body></tt>`
  expect(read(source).cues.map(({ text }) => text.trim())).toEqual(['one\ntwo\n  three'])
})
