import { describe, expect, test } from 'vitest'
import { cleanWords, weighReadings, withMarksApart } from '#core/media/text-readings.ts'
import { wordsToLookUp } from '#core/media/text-words.ts'
import { withOwnMarks } from '#core/media/text-spelling.ts'

const words = (text: string, confidence = 0.95) => text.split(' ').map((word) => ({ text: word, confidence }))

describe('two readings', () => {
  test.each([
    ['Ithink thisisthebest ofthem', 'I think this is the best of them', 'I think this is the best of them'],
    ["It's about themoney,it's time", "It's about the money, it's time", "It's about the money, it's time"],
    ['a quick fox', 'a quick fox', 'a quick fox'],
    ['nickname of his', '... nickname of his', '...nickname of his'],
    ['... and then', '... and then', '... and then'],
    ['...', '...', '...'],
    ['ese guys were', 'These guys were', 'These guys were'],
    ['hello', '', 'hello'],
    ['', 'hello', 'hello'],
  ])('%s + %s', (first, second, expected) => {
    const of = (text: string) => (text === '' ? [] : words(text))
    expect(
      weighReadings(of(first), of(second))
        .map(({ text }) => text)
        .join(' '),
    ).toBe(expected)
  })

  test.each([
    ['انتظرنى', 'انتظرني'],
    ['لمادا', 'لماذا'],
    ['المدرسه', 'المدرسة'],
  ])('dots of Arabic that one engine saw count, however sure the other one is: %s', (plain, dotted) => {
    const read = [weighReadings(words(plain), words(dotted, 0.6)), weighReadings(words(dotted, 0.6), words(plain))]
    expect(read.map(([word]) => word?.text)).toEqual([dotted, dotted])
  })

  test('letters of the surer engine, and what the other one read', () => {
    expect(weighReadings(words('Where is Bill', 0.5), words('Where is Bell', 0.9))[2]).toMatchObject({
      text: 'Bell',
      other: 'Bill',
    })
    // What has nothing to do with each other is not mixed.
    expect(weighReadings(words('good morning'), words('Tsi Zw', 0.1)).map(({ text }) => text)).toEqual([
      'good',
      'morning',
    ])
  })
})

describe('marks', () => {
  const weighed = (first: string, second: string, confidence = 0.7): string =>
    weighReadings(words(first), words(second, confidence))
      .map(({ text }) => text)
      .join(' ')

  test.each([
    ['Okay.', '- Okay.', '- Okay.'],
    ['-Okay.', '-Okay.', '- Okay.'],
    ['Its fine', "It's fine", "It's fine"],
    ['as long- as', 'as long as', 'as long as'],
    ['Very easy man', 'Very-easy man', 'Very-easy man'],
    ['I know', 'I know |', 'I know'],
    ['have you. been here', 'have you been here', 'have you been here'],
    ['-Yes.', '“Yes,', '- Yes.'],
    ['-Yeah.', '“>Yeah.', '- Yeah.'],
    ['to me.', '“to me.', 'to me.'],
    ['He loved chicken.', 'He loved chicken,', 'He loved chicken.'],
    ['nicht...', 'nicht..,', 'nicht...'],
    ['Um 18 fahrt der Zug', 'Um 18 fährt der Zug', 'Um 18 fährt der Zug'],
    ['Bana yardım eder MİSİNİZ?', 'Bana yardım eder misiniz?', 'Bana yardım eder misiniz?'],
    ['HE SAID NO', 'HE SAID no', 'HE SAID NO'],
    ['Really?,', 'Really?;', 'Really?'],
    ['had an old·movie', 'had an*old movie', 'had an old movie'],
  ])('%s + %s', (first, second, expected) => expect(weighed(first, second)).toBe(expected))

  test('capitals that look like small letters are taken from the one that knows how high rows are', () => {
    expect(weighed('day of sun (oh)', 'day of sun (Oh)', 0.9)).toBe('day of sun (Oh)')
    expect(weighed('Oh no', 'oh no', 0.9)).toBe('Oh no')
  })

  test('of two looks by one engine the second one has to be hardly surer', () => {
    const text = (favour?: number) =>
      weighReadings(words('Chỉ có', 0.8), words('Chị có', 0.9), { favour }).map((word) => word.text)
    expect(text(0.05)).toEqual(['Chị', 'có'])
    expect(text()).toEqual(['Chỉ', 'có'])
  })

  test('two engines that differ in a mark alone are sure of the word', () => {
    const [, word] = weighReadings(words('- Hi', 0.9), words('- Hi.', 0.2))
    expect(word).toMatchObject({ text: 'Hi.', confidence: expect.closeTo(0.81) as number })
  })

  test('an apostrophe before a whole word of English is a speck; before its own endings it is not', () => {
    const text = (line: string) => withOwnMarks(words(line), 'en').map((word) => word.text)
    expect(text("Did'you forget and'notice A'play")).toEqual('Did you forget and notice A play'.split(' '))
    const right = "I'm don't you're O'Brien o'clock y'know ma'am".split(' ')
    expect(text(right.join(' '))).toEqual(right)
  })

  test('of one reading: specks are left out, French sets its high marks apart', () => {
    const text = (line: string) => cleanWords(words(line)).map((word) => word.text)
    expect(text('| Guten Tag, Frau M .?')).toEqual(['Guten', 'Tag,', 'Frau', 'M?'])
    expect(withMarksApart(words('Vraiment ? Non! à 18:30')).map((word) => word.text)).toEqual(
      'Vraiment ? Non ! à 18:30'.split(' '),
    )
  })
})

describe('with a dictionary', () => {
  const dictionary = "people will well known it feels here is the a in I'm I m mangé Son so bill sob ill"
  const parts = (text: string) =>
    text.split(' ').map((part) => {
      const [word = '', confidence = '0.95'] = part.split('/')
      return { text: word, confidence: Number(confidence) }
    })

  // `word/0.4` was read with this confidence.
  test.each([
    ['blanks that both dropped', 'peoplewill/0.6 here', 'peoplewill/0.99 here', 'people will here'],
    ['not where a sure word is unknown', 'peoplewill here', 'peoplewill here', 'peoplewill here'],
    ['not where there are two ways', 'sobill/0.5', 'sobill/0.5', 'sobill'],
    ['a speck in a blank', 'Itfeels here', 'It-feels here', 'It feels here'],
    ['a hyphen that both saw', 'well-known', 'well-known', 'well-known'],
    ['an apostrophe', 'Im here', "I'm here", "I'm here"],
    ['the word of two', 'peaple/0.9 here', 'people/0.6 here', 'people here'],
    ['a surer name', 'Bille/0.99 here', 'bill/0.3 here', 'Bille here'],
    ['an accent', 'Şon/0.7 here', 'Şon/0.7 here', 'Son here'],
    ['a dash that one saw', 'people-/0.5 here', 'peoplé/0.1 here', 'people here'],
  ])('%s', (_, first, second, expected) => {
    const [one, other] = [parts(first), parts(second)]
    const asked = new Set(wordsToLookUp([...one, ...other]))
    const known = new Set(dictionary.split(' '))
    const knows = (word: string): boolean =>
      asked.has(word) && [word, word.toLowerCase()].some((form) => known.has(form))
    const text = weighReadings(one, other, { knows }).map((word) => word.text)
    expect(text.join(' ')).toBe(expected)
  })
})
