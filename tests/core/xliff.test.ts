import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { piecesOf } from '#core/translate/exchange/pieces.ts'
import { planXliff } from '#core/translate/exchange/plan-xliff.ts'
import { readXliff } from '#core/translate/exchange/read-xliff.ts'
import { textMark, writeXliff, type XliffLine, xliffVersions } from '#core/translate/exchange/xliff.ts'
import { NoExchangeFile } from '#core/translate/exchange/xml.ts'

const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    '<i>',
    '</i>',
    '{\\an8}',
    '\n',
    '\r\n',
    '\t',
    '<b>',
    '&amp;',
    ']]>',
    '<!--',
    '\ud800',
    '\u0008',
    '  ',
  ),
)
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
const lines = fc.array(
  fc.record({
    id: fc.uuid(),
    start: fc.nat(1e7),
    end: fc.nat(1e7),
    source: text,
    target: text,
    limit: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
    comment: fc.constantFrom('', 'who says this?', 'a < b & c\nd'),
  }),
  { maxLength: 5 },
)
const written = (version: (typeof xliffVersions)[number], of: readonly XliffLine[]): string =>
  writeXliff(version, {
    ...{ original: 'harbour "1" & 2.mp4', sourceLanguage: 'en', targetLanguage: 'zh-Hans' },
    ...{ frameRate: { num: 24_000, den: 1001 }, lines: of },
  })
const cuesOf = (of: readonly XliffLine[]) =>
  cueList(of.map(({ id, start, end, target }) => makeCue(id, start, end, target)))

test('pieces joined are the text, and words hold no codes', () => {
  fc.assert(
    fc.property(text, (said) => {
      const pieces = piecesOf(said)
      expect(pieces.map((piece) => piece.text).join('')).toBe(said)
      for (const piece of pieces) if (piece.kind === 'words') expect(piecesOf(piece.text)).toEqual([piece])
    }),
  )
})

test.each(xliffVersions)('XLIFF %s of 1,000 random files is read as it was written', (version) => {
  fc.assert(
    fc.property(lines, (of) => {
      const { units, faults, sourceLanguage, targetLanguage } = readXliff(written(version, of))
      expect([faults, sourceLanguage, targetLanguage]).toEqual([0, 'en', 'zh-Hans'])
      expect(units).toEqual(
        of.map(({ id, source, target, comment }) => ({
          ...{ id, source, comment, was: textMark(target) },
          target: target === '' ? undefined : target,
        })),
      )
      expect(planXliff(cuesOf(of), units, true).patch).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

describe('what comes back', () => {
  const line = (id: string, source: string, target: string): XliffLine => ({
    ...{ id, start: 1000, end: 2000, source, target, limit: 84, comment: '' },
  })
  const sent = [line('a', 'One', 'Uno'), line('b', 'Two', 'Dos'), line('c', 'Three', ''), line('d', 'Four', 'Cuatro')]
  const list = (...texts: string[]) =>
    cueList(['a', 'b', 'c', 'd'].map((id, at) => makeCue(id, at, at + 1, texts[at]!)))

  test.each(xliffVersions)('a line edited on one side is taken, on both it is a conflict (%s)', (version) => {
    const back = readXliff(written(version, sent).replace('Uno', 'Una').replace('Dos', 'Dós')).units
    // Meanwhile the second line and the last one were edited here.
    const now = list('Uno', 'Dos!', '', 'Quatro')
    const plan = planXliff(now, back, false)
    expect(plan.changed).toEqual([{ id: 'a', number: 1, before: 'Uno', after: 'Una' }])
    expect(plan.conflicts).toEqual([{ id: 'b', number: 2, before: 'Dos!', after: 'Dós' }])
    const both = applyPatch(now, planXliff(now, back, true).patch)
    expect([...both].map((cue) => cue.text)).toEqual(['Una', 'Dós', '', 'Quatro'])
  })

  test('ids that are unknown or doubled are named; the good rest is taken', () => {
    const unit = (id: string, target: string) => ({ id, source: '', target, was: undefined, comment: '' })
    const plan = planXliff(
      list('', '', '', ''),
      [unit('a', 'A'), unit('x', 'X'), unit('a', 'B'), unit('b', 'C')],
      false,
    )
    expect(plan.changed.map(({ after }) => after)).toEqual(['A', 'C'])
    expect(plan.doubled).toEqual(['a'])
    expect(plan.unmatched.map((found) => found.text)).toEqual(['X'])
    expect(plan.missing).toBe(2)
  })

  test('a file of another program: segments, formats, suggestions and codes without their text', () => {
    const one =
      readXliff(`<?xml version="1.0"?><xliff version="1.2"><file source-language="en" target-language="fr"><body>
<group><trans-unit id="7"><source>A <g id="1" ctype="italic">ship</g><x id="2" ctype="lb"/>and <ph id="3">{\\an8}</ph></source>
<seg-source><mrk mid="1" mtype="seg">A ship</mrk></seg-source>
<target><mrk mid="1" mtype="seg">Un <g id="1" ctype="italic">bateau</g></mrk><x id="2"/><x id="3"/></target>
<alt-trans><source>x</source><target>wrong</target></alt-trans><note>short!</note></trans-unit></group></body></file></xliff>`)
    expect(one.units).toEqual([
      {
        ...{ id: '7', source: 'A <i>ship</i>\nand {\\an8}', target: 'Un <i>bateau</i>\n{\\an8}' },
        ...{ was: undefined, comment: 'short!' },
      },
    ])
    const two =
      readXliff(`<xliff version="2.0" srcLang="en" trgLang="fr"><file id="f"><unit id="1"><originalData><data id="d">&lt;b&gt;</data>
<data id="e">&lt;/b&gt;</data></originalData><segment><source>One <pc id="1" dataRefStart="d" dataRefEnd="e">big</pc></source><target>Un</target></segment>
<ignorable><source> </source><target> </target></ignorable><segment><source>ship.</source><target>bateau.</target></segment></unit></file></xliff>`)
    expect(two.units[0]).toMatchObject({
      source: 'One <b>big</b>ship.'.replace('>ship', '> ship'),
      target: 'Un bateau.',
    })
  })

  test('what is no XLIFF, or only hostile, is refused; entities are not replaced', () => {
    expect(() => readXliff('WEBVTT')).toThrow(NoExchangeFile)
    expect(() => readXliff(`<xliff>${'<group>'.repeat(5000)}`)).toThrow(NoExchangeFile)
    expect(() => readXliff(`<xliff><file><body><trans-unit id="1"><source>${'x'.repeat(2e6)}`)).toThrow(NoExchangeFile)
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><xliff><file><body><trans-unit id="1"><source>&b;</source><target>ok</target></trans-unit></body></file></xliff>`
    expect(readXliff(bomb).units).toMatchObject([{ source: '&b;', target: 'ok' }])
  })
})
