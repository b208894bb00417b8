import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MemoryPair, TmxReader, writeTmx } from '#core/translate/exchange/tmx.ts'
import { NoExchangeFile } from '#core/translate/exchange/xml.ts'

const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('<i>', '</i>', '{\\an8}', '\n', '\r\n', '&amp;', ']]>', '\ud800', '\u0008', '<!--'),
)
const text = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => `a${parts.join('')}`)
const printable = fc.string({ maxLength: 8 })
const pairs = fc.array(
  fc.record({
    ...{ sourceLanguage: fc.constantFrom('en', 'zh-Hans'), targetLanguage: fc.constantFrom('es', 'pt-BR') },
    ...{ source: text, target: text, video: printable, person: printable },
    date: fc.option(
      fc.integer({ min: 0, max: 4e9 }).map((seconds) => seconds * 1000),
      { nil: undefined },
    ),
    at: fc.option(fc.nat(1e8), { nil: undefined }),
  }),
  { maxLength: 5 },
)

function read(pieces: Iterable<string>): { pairs: MemoryPair[]; leftOut: number; faults: number } {
  const found: MemoryPair[] = []
  const reader = new TmxReader((pair) => found.push(pair))
  for (const piece of pieces) reader.write(piece)
  reader.end()
  return { pairs: found, leftOut: reader.leftOut, faults: reader.faults }
}

test('1,000 random memories are read as they were written, in pieces of any size', () => {
  fc.assert(
    fc.property(pairs, fc.integer({ min: 1, max: 50 }), (memory, size) => {
      const whole = [...writeTmx(memory, 'en')].join('')
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.slice(at * size, (at + 1) * size),
      )
      expect(read(pieces)).toEqual({ pairs: memory, leftOut: 0, faults: 0 })
    }),
    { numRuns: 1000 },
  )
})

const tmx = (units: string): string =>
  `<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><header srclang="EN-US"/><body>${units}</body></tmx>`

test('a memory of another program: several languages, codes that mean nothing here, units without a pair', () => {
  const { pairs: found, leftOut } = read([
    tmx(`<tu tuid="1"><note>n</note><tuv xml:lang="FR-FR"><seg>Un <bpt i="1">{\\b </bpt>bateau<ept i="1">}</ept></seg></tuv>
<tuv xml:lang="en-US"><seg>A <bpt i="1">{\\b </bpt>ship<ept i="1">}</ept></seg></tuv><tuv xml:lang="de"><seg>Ein Schiff</seg></tuv></tu>
<tu><tuv xml:lang="en-US"><seg>alone</seg></tuv></tu><tu><tuv xml:lang="en-US"><seg>x</seg></tuv><tuv><seg>no language</seg></tuv></tu>
<tu><tuv xml:lang="en-US"><seg>x</seg></tuv><tuv xml:lang="de"><seg>${'long '.repeat(1000)}</seg></tuv></tu>`),
  ])
  expect(found.map(({ source, target, targetLanguage }) => [source, target, targetLanguage])).toEqual([
    ['A ship', 'Un bateau', 'FR-FR'],
    ['A ship', 'Ein Schiff', 'de'],
  ])
  expect(leftOut).toBe(3)
})

test('a file that is none, that is damaged or that is hostile', () => {
  expect(() => read(['WEBVTT'])).toThrow(NoExchangeFile)
  expect(() => read([tmx('<tu>'.repeat(500))])).toThrow(NoExchangeFile)
  expect(() =>
    read(['<tmx><body><tu><tuv xml:lang="en"><seg>', ...Array<string>(40).fill('x'.repeat(65_536))]),
  ).toThrow(NoExchangeFile)
  const good = '<tu><tuv xml:lang="en-US"><seg>One</seg></tuv><tuv xml:lang="es"><seg>Uno</seg></tuv></tu>'
  const { pairs: rest, faults } = read([tmx(`${good}<tu><tuv xml:lang="en-US"><seg>a & b</tuv></tu>${good}`)])
  expect(rest.map(({ source }) => source)).toEqual(['One', 'One'])
  expect(faults).toBeGreaterThan(0)
  const { pairs: repaired } = read([tmx(good.replace('One', 'Tom & Ann').replace('Uno', 'R&D;'))])
  expect(repaired).toMatchObject([{ source: 'Tom & Ann', target: 'R&D;' }])
  const [cdata] = read([tmx(good.replace('One', '<![CDATA[Q & A]]>'))]).pairs
  expect(cdata).toMatchObject({ source: 'Q & A' })
})
