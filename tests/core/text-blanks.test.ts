import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blanksBetweenSigns } from '#core/media/text-spaces.ts'
import { withOwnMarks } from '#core/media/text-spelling.ts'

/** Signs of 20 pixels with their ink in the middle 16; a blank in the text is 7 pixels more. */
function row(text: string): {
  signs: { text: string; x: number; confidence: number }[]
  isInk: (x: number) => boolean
} {
  const signs: { text: string; x: number; confidence: number }[] = []
  const ink = new Set<number>()
  let left = 10
  for (const sign of text) {
    if (sign === ' ') {
      left += 7
      continue
    }
    signs.push({ text: sign, x: left + 10, confidence: 0.9 })
    for (let x = left + 2; x < left + 18; x++) ink.add(x)
    left += 20
  }
  return { signs, isInk: (x) => ink.has(x) }
}

const box = { x: 0, y: 0, width: 400, height: 26 }

function spaced(text: string): string {
  const { signs, isInk } = row(text)
  const blanks = blanksBetweenSigns(signs, box, isInk)
  return signs.map((sign, at) => (blanks.has(at) ? ' ' : '') + sign.text).join('')
}

test.each(['我不知道 你在说什么', '今天 明天 后天', '我们走吧', '“好的”我明白了', '走吧，天快黑了'])('%s', (text) => {
  expect(spaced(text)).toBe(text)
})

test('blanks between signs are where they were set, and nowhere else', () => {
  const clause = fc.stringMatching(/^[今天明我你他们去来看说]{2,6}$/u)
  fc.assert(
    fc.property(fc.array(clause, { minLength: 1, maxLength: 3 }), (clauses) => {
      expect(spaced(clauses.join(' '))).toBe(clauses.join(' '))
    }),
  )
})

test('no blank is set beside a mark, which has its own room', () => {
  expect(spaced('走吧， 天快黑了')).toBe('走吧，天快黑了')
})

test.each([
  ['zh_cn', '事情没有那么简单．.．', '事情没有那么简单……'],
  ['zh_cn', '等一下。。', '等一下……'],
  ['zh_cn', '等一下…', '等一下……'],
  ['zh_cn', '等一下。', '等一下。'],
  ['ja', 'ちょっと・・・', 'ちょっと……'],
  ['en', 'Wait...', 'Wait...'],
] as const)('dots in %s: %s', (language, read, expected) => {
  const signs = (text: string) => [...text].map((sign) => ({ text: sign, confidence: 0.9 }))
  const words = language === 'en' ? [{ text: read, confidence: 0.9 }] : signs(read)
  expect(
    withOwnMarks(words, language)
      .map(({ text }) => text)
      .join(''),
  ).toBe(expected)
})
