import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceText, joinRows, wrapText } from '#core/subtitle/text/balance.ts'
import { lettersOf } from '#core/subtitle/text/letters.ts'
import { countCharacters } from '#core/subtitle/text/statistics.ts'
import { betweenWords, letterPieces, wordPieces } from '#core/subtitle/text/word-pieces.ts'

/** A text with "|" where its rows of at most so many letters are broken. */
const broken = (text: string, max: number): string =>
  balanceText(text.replaceAll('|', ''), max, true).replaceAll('\n', '|')

describe('rows of scripts without blanks', () => {
  test.each([
    ['a word that the dictionary does not know', 10, '第一批船日出前|离开港口'],
    ['before a conjunction', 10, '人们想知道天气|和鱼的价格'],
    ['after a particle, not before it', 16, '今天我们来看看这个很有意思的|关于克隆语音的问题'],
    ['no preposition at the end', 16, '我父亲教会了我如何|在日出前找到鱼群'],
    ['after a comma', 16, '它完全在你的电脑上运行，|无需账户，无需云端'],
    ['a number with its unit', 16, '2023年1月2日他|花了300元买了三本书'],
    ['a foreign word and an address stay whole', 16, '您可以从官方网站|python.org下载。'],
    ['a bracket opens a row', 16, '现在让我们编写程序：|打印“你好，世界”。'],
    ['a dash of two signs', 10, '言ったじゃないか|——もう行こう'],
    ['Japanese: after a particle', 10, 'スーパーマーケットで|買い物をしました'],
    ['Japanese: small kana and marks of length begin none', 9, '起きてくれ|イーモここは危ない'],
    ['Japanese: an ending stays with its verb', 10, 'そんなことして|疲れない？'],
    ['Japanese: after a mark', 13, 'バラバラだぞ、イーモ！|それでいいのか？'],
    ['Thai: between words, marks not counted', 16, 'สวัสดีครับยินดี|ต้อนรับสู่ท่าเรือ'],
    ['a blank is a pause', 16, '你在水上工作多久了 |人们想知道天气和鱼的价格'],
    ['a tag is no text, and closes where it stands', 16, '<i>早上好，欢迎来到港口。</i>|你在水上工作多久了？'],
    ['inside a word only where there is no other way', 6, 'スーパー|マーケット'],
  ])('%s', (_, max, text) => {
    expect(broken(text, max)).toBe(text.replaceAll(' |', '|'))
  })

  test('letters that are no full width count half where the limit is of full widths', () => {
    const text = 'VoiceStudio是一款桌面应用'
    expect(balanceText(text, 13, true, 'fullWidths')).toBe(text)
    expect(balanceText(text, 13, true)).toBe('VoiceStudio\n是一款桌面应用')
  })

  test('rows become one, and foreign words of two rows stay two', () => {
    expect(joinRows('我们用 new\nwords 说\n你好', true)).toBe('我们用 new words 说你好')
    expect(joinRows('one \n two', false)).toBe('one two')
  })

  test('blanks are left where words have them, and tags are not counted', () => {
    expect(balanceText('<font color="#ff0000">red</font> boats leave', 15, false)).toBe(
      '<font color="#ff0000">red</font> boats leave',
    )
    expect(wrapText('one <font color="#ff0000">two  three</font>', 7, false)).toEqual([
      'one <font color="#ff0000">two',
      'three</font>',
    ])
  })
})

test.each([
  ['日 is no word of 日出前', '我们日出前|出发', 3],
  ['after the particle near by', '左に見えるのは|完璧に安全だ', 6],
  ['after the mark near by', '登录或注册后，|访客期间的内容会保留。', 9],
  ['dots are with the word that they open', '…首刈り|機', 2.5],
])('a line is split where one would pause: %s', (_, text, target) => {
  expect(betweenWords(text.replace('|', ''), target)).toBe(text.indexOf('|'))
})

/** Text as people write it, and worse. */
const signs = fc.constantFrom(
  ...[
    '我们',
    '日出',
    '前',
    '的',
    '了',
    '和',
    '在',
    '今天',
    '克隆',
    '港口',
    '。',
    '，',
    '「',
    '」',
    '“',
    '”',
    '……',
    '——',
  ],
  ...['は', 'が', 'を', 'って', 'ー', 'っ', 'ゃ', 'スーパー', '食べ', 'ます', '々', 'สวัสดี', 'ครับ', 'ๆ', ' ', '\u00a0'],
  ...['Cuelane', '3.5', '%', '300', '元', "don't", '<i>', '</i>', '{\\an8}', '👨‍👩‍👧‍👦', 'か\u3099', '<', '{', '¥', '？！'],
)
const texts = fc.array(signs, { minLength: 1, maxLength: 40 }).map((parts) => parts.join('').trim())

describe('whatever is written', () => {
  const bare = (text: string): string => text.replace(/[\s\u00a0]/g, '')

  test('nothing is lost, no row is longer than it has to be, and there are as few rows as letters allow', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, max) => {
        const rows = balanceText(text, max, true).split('\n')
        expect(bare(rows.join(''))).toBe(bare(text))
        expect(bare(wrapText(text, max, true).join(''))).toBe(bare(text))
        const seen = (row: string): number => countCharacters(row.replace(/ +$/, ''))
        const longest = Math.max(max, ...letterPieces(text, lettersOf).map((piece) => seen(piece.text)))
        for (const row of rows) expect(seen(row)).toBeLessThanOrEqual(longest)
        expect(rows.length).toBeLessThanOrEqual(Math.max(1, wrapText(text, max, true).length))
      }),
      { numRuns: 1000 },
    )
  })

  test('no row begins with what closes, nor ends with what opens', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, max) => {
        for (const row of balanceText(text, max, true).split('\n').slice(1)) {
          // After a blank the writer has chosen so.
          if (!text.includes(` ${row}`)) expect(row).not.toMatch(/^[」”ーっゃ々ๆ。，？]/)
        }
        for (const row of balanceText(text, max, true).split('\n').slice(0, -1))
          if (!text.includes(`${row} `)) expect(row).not.toMatch(/[「“¥]$/)
      }),
      { numRuns: 500 },
    )
  })

  test('pieces are the text in order, and no letter is halved', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const pieces of [wordPieces(text), letterPieces(text, lettersOf)]) {
          let at = 0
          for (const { text: piece, from } of pieces) {
            expect(from).toBeGreaterThanOrEqual(at)
            expect(text.slice(at, from).trim()).toBe('')
            expect(text.slice(from, from + piece.length)).toBe(piece)
            at = from + piece.length
          }
          expect(text.slice(at).trim()).toBe('')
        }
      }),
    )
  })
})
