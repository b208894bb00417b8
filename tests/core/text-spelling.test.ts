import { describe, expect, test } from 'vitest'
import { wordsInRuns, wordsOfSigns, wordsOfSyllables } from '#core/media/text-spaces.ts'
import { withOwnLetters, withOwnMarks, withoutStrayBrackets } from '#core/media/text-spelling.ts'

const words = (text: string, confidence = 0.95) => text.split(' ').map((word) => ({ text: word, confidence }))

describe('words as their language writes them', () => {
  test.each([
    ['el', 'Πρέπει να περάσου\u00B5ε', 'Πρέπει να περάσουμε'],
    ['el', 'το ε\u1F36πε \u1F21', 'το είπε ή'],
    ['hi', 'खत्\u200Cम', 'खत्म'],
    ['th', 'ก\u0E4D\u0E32ลัง', 'กำลัง'],
    ['th', 'น ้ ้ า เร า ก ํ า ล ั ง', 'น้ำ เรา กำ ลั ง'],
    ['th', 'น้้าแข็ง น้\u0E4Dา น\u0E4D้า', 'น้ำแข็ง น้ำ น้ำ'],
    ['th', 'ไม่่ได้ กี่่ ข้า คุุณ', 'ไม่ได้ กี่ ข้า คุณ'],
    ['th', 'จฉั น จ ฉ น จาน', 'ฉั น ฉ น จาน'],
    ['de', 'dıe', 'die'],
    ['tr', 'kız', 'kız'],
  ] as const)('%s signs: %s', (language, read, expected) => {
    const text = withOwnLetters(words(read), language).map((word) => word.text)
    expect(text.join(' ')).toBe(expected)
  })

  test.each([
    ['zh_tw', '今天晚上你有空嗎?', '今天晚上你有空嗎？'],
    ['zh_cn', '她说:“马上回来!”', '她说：“马上回来！”'],
    ['zh_tw', '請問,你能幫我一下嗎?', '請問，你能幫我一下嗎？'],
    ['ja', '「すぐに戻って!」', '「すぐに戻って！」'],
    ['ja', '来ます,横', '来ます、横'],
    ['zh_cn', 'OK, 12:30?', 'OK, 12:30?'],
    ['zh_cn', '什么?!', '什么？！'],
    ['ko', '모르겠어요. ，', '모르겠어요.'],
    ['ko', "곧'올 테니", '곧 올 테니'],
    ['es', "vaso'de agua", 'vaso de agua'],
    ['es', '¡ No sé', 'No sé'],
    ['es', '¡No sé!', '¡No sé!'],
    ['it', "dell'arte", "dell'arte"],
    ['ar', '.تعيش أخته', 'تعيش أخته.'],
    ['ar', 'لا تقلق, كل شيء?', 'لا تقلق، كل شيء؟'],
    ['ar', 'نعبر الجسر. ١', 'نعبر الجسر.'],
    ['ar', 'رقم ١', 'رقم ١'],
    ['ar', 'ي ا لها', 'يا لها'],
    ['ar', 'هو و أخي', 'هو و أخي'],
    ['fr', 'Quoi?', 'Quoi ?'],
    ['en', 'So, yeah?', 'So, yeah?'],
  ] as const)('%s marks: %s', (language, read, expected) => {
    const own = withOwnMarks(words(read), language).map(({ text }) => text)
    expect(own.join(' ')).toBe(expected)
  })

  // Rows are parted by `/`; all words are as sure as the number says.
  test.each([
    ['Nie wiem, o czym mówisz.)', 0.92, 'Nie wiem, o czym mówisz.'],
    ['(Його сестра', 0.8, 'Його сестра'],
    ['(door slams/loudly)', 0.8, '(door slams/loudly)'],
    ['(door slams', 0.97, '(door slams'],
    ['a) first/b) second', 0.8, 'a) first/b) second'],
  ])('brackets without another half: %s', (read, confidence, expected) => {
    const rows = withoutStrayBrackets(read.split('/').map((row) => words(row, confidence)))
    expect(rows.map((row) => row.map(({ text }) => text).join(' ')).join('/')).toBe(expected)
  })

  test.each([
    ['21+55 오늘 93+19 저 122+20 녁 152+20 에 186+55 시간 253+98 있어요?', '오늘 저녁에 시간 있어요?'],
    ['19+44 오늘 76+19 저 102+18 녁 126+15 에 158+42 시간 214+82 있어요?', '오늘 저녁에 시간 있어요?'],
    [
      '15+64 어제 96+30 그 147+25 사 177+62 람 214+24 이 257+63 직접 343+24 말 376+25 했 409+24 어',
      '어제 그 사람이 직접 말했어',
    ],
    ['10+40 What 55+10 a 70+40 day', 'What a day'],
  ])('syllables that stand apart: %s', (row, expected) => {
    const parts = [...row.matchAll(/(\d+)\+(\d+) (\S+)/g)].map(([, x, width, text = '']) => ({
      ...{ text, confidence: 0.9, x: Number(x), width: Number(width) },
    }))
    expect(
      wordsOfSyllables(parts)
        .map(({ text }) => text)
        .join(' '),
    ).toBe(expected)
  })

  // `a-b` is ink from one column to another.
  test.each([
    ['나는왔어 .', '0-20 24-44 58-78 82-102 106-108', '나는 왔어.'],
    ['안가.', '0-20 33-53 57-59', '안 가.'],
    ['기 차는 온다', '0-14 16-20 24-40 44-64 78-84 86-98 103-123', '기차는 온다'],
    ['오늘가요? |', '0-20 25-45 58-78 82-102 106-112 160-163', '오늘 가요? |'],
    ['하나둘', '0-20 26-46 52-72', '하나둘'],
  ])('blanks where a row of Hangul has them: %s', (row, ink, expected) => {
    const parts = row.split(' ').map((text) => ({ text, confidence: 0.9, x: 0, width: 10 }))
    const runs = ink.split(' ').map((run) => {
      const [x = 0, end = 0] = run.split('-').map(Number)
      return { x, width: end - x }
    })
    expect(
      wordsInRuns(parts, runs)
        ?.map(({ text }) => text)
        .join(' '),
    ).toBe(expected)
  })

  test('a row whose words do not fill what is seen is left to its boxes', () => {
    const runs = [0, 60, 140].map((x) => ({ x, width: x === 140 ? 200 : 20 }))
    expect(wordsInRuns([{ text: '하나', confidence: 0.9, x: 0, width: 340 }], runs)).toBeUndefined()
  })
})

test('blanks that were not read are where the row has gaps', () => {
  const text = 'ofthem'
  const places = [10, 20, 40, 50, 60, 70]
  const signs = [...text].map((sign, index) => ({ text: sign, confidence: 0.9, x: places[index]! }))
  const isInk = (x: number): boolean => places.some((middle) => Math.abs(x - middle) <= 4)
  const words = wordsOfSigns(signs, { x: 0, y: 0, width: 80, height: 20 }, isInk)
  expect(words.map((word) => word.text)).toEqual(['of', 'them'])
  // Where every letter stands apart, gaps say nothing.
  const wide = signs.map((sign, index) => ({ ...sign, x: 10 + index * 20 }))
  const isDot = (x: number): boolean => x % 20 === 10
  expect(wordsOfSigns(wide, { x: 0, y: 0, width: 130, height: 20 }, isDot).map((word) => word.text)).toEqual([text])
})
