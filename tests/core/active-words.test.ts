import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { burnStyle } from '#core/subtitle/burn/burn-style-schema.ts'
import { usualBurnStyle, type WordLook } from '#core/subtitle/burn/burn-style.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { templateOf, wordTemplateIds, wordTemplates } from '#core/subtitle/burn/word-templates.ts'
import type { WordTime } from '#core/subtitle/cue/word-times.ts'

const looks: Record<WordLook['effect'], WordLook> = {
  color: { effect: 'color', color: '#ff0000', box: '#0000ff', scale: 120 },
  pop: { effect: 'pop', color: '#ff0000', box: '#0000ff', scale: 120 },
  box: { effect: 'box', color: '#ff0000', box: '#0000ff', scale: 120 },
  single: { effect: 'single', color: '#ff0000', box: '#0000ff', scale: 120 },
}
const script = (text: string, effect: WordLook['effect'], words?: readonly WordTime[]): string[] =>
  writeBurnAss(
    [makeCue('a', 1000, 2000, text)],
    { width: 1280, height: 720, language: 'en', style: { ...usualBurnStyle, words: looks[effect] } },
    undefined,
    () => words,
  )
    .split('\n')
    .filter((line) => line.startsWith('Dialogue'))
    .map((line) => line.replace(/^Dialogue: /, '').replace(',,0,0,0,,', ' '))

const two: WordTime[] = [
  { offset: 0, start: 1000 },
  { offset: 4, start: 1300 },
]

describe('captions with the word that is said', () => {
  test('in another colour: from its time to the next, the first at once, the last to the end', () => {
    expect(script('one two', 'color', two)).toEqual([
      '0,0:00:01.00,0:00:02.00,Default {\\1c&H0000FF&\\t(300,300,\\1c&HFFFFFF&)}one{\\1c&HFFFFFF&} ' +
        '{\\1c&HFFFFFF&\\t(300,300,\\1c&H0000FF&)}two{\\1c&HFFFFFF&}',
    ])
  })

  test('a word of another colour has that one before and after', () => {
    expect(script('<font color="#00ff00">one</font> two', 'color', [{ offset: 22, start: 1000 }]).join()).toContain(
      '\\t(500,500,\\1c&H00FF00&)',
    )
  })

  test('larger: it grows and shrinks, over rows that stay as high', () => {
    const [line = ''] = script('one\ntwo', 'pop', two)
    expect(line).toContain('\\t(0,80,\\fscx120\\fscy120)\\t(300,380,\\fscx100\\fscy100)')
    expect(line.split('\\fscx1\\fscy120\\alpha&HFF&').length).toBe(3)
  })

  test('on a box: the line, the box of the word over it, its letters over that', () => {
    const [line, box, letters] = script('one two', 'box', two)
    expect(line).toBe('0,0:00:01.00,0:00:02.00,Default one two')
    expect(box).toContain(
      '1,0:00:01.00,0:00:02.00,Word {\\alpha&HFF&\\ybord0\\3c&HFF0000&}{\\3a&H00&\\t(300,300,\\3a&HFF&)}one',
    )
    expect(letters).toContain('2,0:00:01.00,0:00:02.00,Default {\\alpha&HFF&\\bord0\\shad0}{\\1c&H0000FF&\\1a&H00&')
  })

  test('alone: each for its time, at the place of the line', () => {
    expect(
      script('{\\an8}one <i>two</i>', 'single', [
        { offset: 6, start: 1000 },
        { offset: 13, start: 1300 },
      ]),
    ).toEqual([
      '0,0:00:01.00,0:00:01.30,Default {\\1c&H0000FF&}{\\an8}one',
      '0,0:00:01.30,0:00:02.00,Default {\\1c&H0000FF&}{\\an8}two',
    ])
  })

  test('without times words are spread by their letters; a line without words is shown as it is', () => {
    expect(script('one two', 'single')).toEqual([
      '0,0:00:01.00,0:00:01.50,Default {\\1c&H0000FF&}one',
      '0,0:00:01.50,0:00:02.00,Default {\\1c&H0000FF&}two',
    ])
    expect(script('♪', 'single')).toHaveLength(1)
  })

  test('a file whose own styles hold, and a style without a mark, are drawn as they were', () => {
    const look = { width: 1280, height: 720, language: 'en' }
    const cues = [makeCue('a', 1000, 2000, 'one two')]
    expect(writeBurnAss(cues, { ...look, style: { ...usualBurnStyle, words: undefined } }, undefined, () => two)).toBe(
      writeBurnAss(cues, { ...look, style: usualBurnStyle }),
    )
  })

  test('templates are styles that can be stored, each known again', () => {
    for (const id of wordTemplateIds) {
      expect(burnStyle.parse(wordTemplates[id])).toEqual(wordTemplates[id])
      expect(templateOf(burnStyle.parse(JSON.parse(JSON.stringify(wordTemplates[id]))))).toBe(id)
    }
    expect(templateOf(usualBurnStyle)).toBeUndefined()
  })

  test('say all words of any text, each once in the line', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', ' ', '\n', '海', '<i>', '</i>', '-', '.', 'word '),
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, fc.constantFrom('color', 'pop'), fc.integer({ min: 160, max: 1280 }), (raw, effect, width) => {
        const cue = makeCue('a', 1000, 5000, raw)
        const style = { ...usualBurnStyle, words: looks[effect] }
        const { cues } = readSubtitle(
          writeBurnAss([cue], { width, height: 720, language: 'en', style }),
          sequentialIds('c'),
          { format: 'ass' },
        )
        const letters = (of: string): string => plainText(of).replace(/[\s\u00a0]+/g, '')
        expect(letters(cues[0]?.text.replace(/\{[^}]*\}/g, '') ?? '')).toBe(letters(raw))
      }),
    )
  })
})
