import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LanguageCode } from '#core/domain/languages.ts'
import { fenced, unfenced } from '#core/translate/fences.ts'
import { localNumber } from '#core/translate/local-numbers.ts'
import { isSound, otherEnglish, writtenEnglish } from '#core/translate/plain-english.ts'
import { dressed, naturalSpanish, originalOf, readRough, roughLine } from '#core/translate/rough-text.ts'
import { looseSigns, missingNumbers, numbersOf } from '#core/translate/verify.ts'

describe('numbers as a language writes them', () => {
  const NARROW = '\u202f'
  test.each<[LanguageCode, LanguageCode, string, string]>([
    ['en', 'es', 'It cost $1,250.50 at 7:45 p.m.', 'It cost $1.250,50 at 7:45 p.m.'],
    ['en', 'fr', 'It cost $1,250.50 at 7:45 p.m.', `It cost $1${NARROW}250,50 at 7:45 p.m.`],
    ['en', 'de', '2,000,000 people, 3.5 of 5', '2.000.000 people, 3,5 of 5'],
    ['en', 'ru', 'It is -5.5°C', 'It is -5,5°C'],
    ['de', 'en', '1.250,50 € und 3,5 %', '1,250.50 € und 3.5 %'],
    ['fr', 'de', `1${NARROW}250,50 €, 1\u00a0000\u00a0000 fois`, '1.250,50 €, 1.000.000 fois'],
    ['en', 'zh_cn', '$1,250.50 and 3.5', '$1,250.50 and 3.5'],
    ['en', 'es', 'In 1990, on 03/04/2021 at 12:30', 'In 1990, on 03/04/2021 at 12:30'],
    ['en', 'es', 'Version 3.5, USB 3.0 and a Windows 3.1', 'Version 3.5, USB 3.0 and a Windows 3.1'],
    ['en', 'es', '10.0.0.1 and 2.4.1 and 007.5', '10.0.0.1 and 2.4.1 and 007.5'],
    ['en', 'es', 'Come at 7.45, it is 7.45 metres', 'Come at 7.45, it is 7,45 metres'],
    ['en', 'es', 'On 101.5 FM, up 0.25%', 'On 101.5 FM, up 0,25%'],
    ['en', 'es', 'Call 555-123-4567, code 12,34', 'Call 555-123-4567, code 12,34'],
    ['en', 'es', 'See www.example.com/1,250.50 now', 'See www.example.com/1,250.50 now'],
  ])('%s to %s: %s', (from, to, text, local) => {
    const closed = fenced(text, { pair: { from, to } })
    expect(unfenced(closed.text, closed.kept, closed.local).text).toBe(local)
    expect(missingNumbers(text, local, to)).toEqual([])
    expect(missingNumbers(text, local.replaceAll(NARROW, ' '), to)).toEqual([])
  })

  const languages = fc.constantFrom<LanguageCode>('en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'uk', 'zh_cn', 'ja', 'nl')
  const place = { before: '', after: '' }
  test('a number comes back from any language, digit by digit', () => {
    fc.assert(
      fc.property(
        languages,
        languages,
        fc.integer({ min: 1000, max: 1e9 }),
        fc.nat({ max: 999 }),
        (a, b, whole, part) => {
          const english = `${whole.toLocaleString('en')}.${part}`
          const here = localNumber(english, 'en', a, place)
          expect(localNumber(localNumber(here, a, b, place), b, a, place)).toBe(here)
          expect(localNumber(here, a, 'en', place)).toBe(english)
          expect(numbersOf(here)).toEqual(numbersOf(english))
        },
      ),
    )
  })

  test('whatever a text is, its digits stay', () => {
    fc.assert(
      fc.property(languages, languages, fc.stringMatching(/^[$€]?[\d.,:/ -]{1,12}%?$/), (from, to, text) => {
        expect(localNumber(text, from, to, place).replace(/\D/g, '')).toBe(text.replace(/\D/g, ''))
      }),
    )
  })
})

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
