import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fenced, unfenced } from '#core/translate/fences.ts'
import { isSound, otherEnglish, writtenEnglish } from '#core/translate/plain-english.ts'
import { dressed, naturalSpanish, originalOf, readRough, roughLine } from '#core/translate/rough-text.ts'
import { looseSigns } from '#core/translate/verify.ts'

describe('fences', () => {
  test.each([
    ['It cost $1,250.50 at 7:45 p.m. on 03/04/2021.', ['$1,250.50', '7:45 p.m.', '03/04/2021']],
    ['He paid 50% of €20 in 1990, 3 dogs, 1st place.', ['50%', '€20']],
    [
      'Visit https://www.example.com/a?b=c&d=e now! Or www.foo.org.',
      ['https://www.example.com/a?b=c&d=e', 'www.foo.org'],
    ],
    [
      'Write to john.doe@example.org, or see example.com/x. @joe #tag',
      ['john.doe@example.org', 'example.com/x', '@joe', '#tag'],
    ],
    ['It is -5.5°C, 2,000 people; 5 p.m. sharp', ['-5.5°C', '2,000', '5 p.m.']],
    ['12:30', ['12:30']],
    ['No. I am 12 and he is 40.', []],
  ])('%s', (text, kept) => expect([...fenced(text).kept.values()]).toEqual(kept))

  test('a term of the glossary goes as one token and comes back translated', () => {
    const { text, kept } = fenced('The harbor is here', { glossary: [{ from: 'harbor', to: 'muelle' }] })
    expect(text).not.toContain('harbor')
    expect(unfenced(text, kept).text).toBe('The muelle is here')
  })

  const piece = fc.oneof(
    fc.constantFrom('$1,250.50', '7:45 p.m.', 'a@b.org', 'www.x.com', '50%', 'Zqx1q', '81001', '1,000', 'word', '-'),
    fc.string({ maxLength: 8 }),
  )
  test('whatever a text is, its fenced form opens into the same text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ')
        const { text: closed, kept } = fenced(text)
        expect(unfenced(closed, kept)).toEqual({ text, missing: [] })
      }),
    )
  })

  test('what did not come back is told', () => {
    const { kept } = fenced('It cost $1,250.50')
    expect(unfenced('Costó', kept).missing).toEqual(['$1,250.50'])
  })

  test('a sign of money that no longer stands at a number', () => {
    expect(looseSigns('It cost $1,250.50', 'Il $a coûté 1,250.50')).toEqual(['$'])
    expect(looseSigns('It cost $20 or 5%', 'Il a coûté 20 $ ou 5 %')).toEqual([])
    expect(looseSigns('It cost $20', 'Il a coûté 20 dollars')).toEqual([])
  })
})

describe('what Apertium writes', () => {
  test.each([
    [
      ' Era un *afterthought, y *samba-*tapas ',
      'It was an afterthought, and samba-tapas',
      ['afterthought', 'samba-tapas'],
      [],
    ],
    ['No puedo creer tú  que. ', "I can't believe you did that.", [], ['tú … que']],
    ['  Sabes qué  hice? ', 'Do you know what I did?', [], []],
    [
      'El *worksheet es en *Kubrick  escritorio ',
      "The worksheet is on Kubrick's desk",
      ['worksheet', 'Kubrick'],
      ['Kubrick … escritorio'],
    ],
    ['Él ', 'But he never did say a word', [], ['…']],
  ])('%s', (line, source, unknown, lost) => {
    const read = readRough(line, source, { to: 'es' })
    expect([read.unknown, read.lost]).toEqual([unknown, lost])
    expect(read.text).not.toMatch(/\*| {2}/)
  })

  test('a star of the original is no mark', () => {
    const there = roughLine('The worksheet* and *this')
    expect(there).not.toContain('*')
    expect(readRough(there.replace('worksheet', '*worksheet'), '', { to: 'es' })).toMatchObject({
      text: 'The worksheet* and *this',
      unknown: ['worksheet'],
    })
  })

  test('a full stop makes no abbreviation of a short word', () => expect(roughLine('No.')).toBe('No .\n'))

  test.each([
    ['quand Il était ici', 'When he was here...', 'fr', 'Quand il était ici...'],
    ['où Il est Dr. Emily Watson?', 'Where is Dr. Emily Watson?', 'fr', 'Où il est Dr. Emily Watson?'],
    ['el Seau est grand', 'The bucket is big', 'fr', 'El seau est grand'],
    ['fui a Madrid con María', 'I went to Madrid with Mary', 'es', 'Fui a Madrid con María'],
  ] as const)('%s', (text, source, to, wanted) => expect(dressed(text, source, to)).toBe(wanted))

  test('Spanish has one form of address', () =>
    expect(naturalSpanish('Vuestro libro y vuestras casas, aquello es')).toBe('Tu libro y tus casas, eso es'))

  test('a word of the language in between becomes that of the original', () => {
    const meanings = new Map([
      ['Students', 'El alumnado'],
      ['waste', 'Residuos'],
    ])
    expect(originalOf('alumnado', meanings)).toBe('Students')
    expect(originalOf('malgasta', meanings)).toBe(undefined)
  })
})

describe('spoken English', () => {
  test.each([
    ["Yeah, I'm gonna go 'til he's goin' home.", "Yes, I'm going to go until he's going home."],
    ["I've got to run", 'I have to run'],
    ["Let's go!", 'We go!'],
    ['The basin is in Berlin', 'The basin is in Berlin'],
  ])('%s', (said, written) => expect(writtenEnglish(said)).toBe(written))

  test('other words for what rules get wrong', () => {
    expect(otherEnglish("I can't believe you did that.")).toContain("I can't believe that you made this.")
    expect(otherEnglish("It is on Kubrick's desk.")).toEqual(['It is on the desk of Kubrick.'])
    expect(otherEnglish('He did not go.')).toEqual([])
  })

  test('sounds are the same everywhere', () =>
    expect(['Uh', 'hmm', 'Mm-hmm', 'house'].map(isSound)).toEqual([true, true, true, false]))
})
