import { expect, test } from 'vitest'
import { hasOwnScript } from '#core/media/text-lines.ts'
import { weighSigns, withoutStraySigns } from '#core/media/text-signs.ts'

const read = (text: string, confidence = 0.95) => [...text].map((sign) => ({ text: sign, confidence }))
/** A sign that its engine is not sure of, marked by a question mark of ASCII after it. */
const doubted = (text: string) =>
  (text.match(/.\??/gsu) ?? []).map((sign) => ({ text: sign.charAt(0), confidence: sign.length > 1 ? 0.6 : 0.95 }))

test.each([
  ['what both read', '谁没有锁门？', '谁没有锁门？', '谁没有锁门？'],
  ['a sign that is no simplified one', '谁没有锁內?？', '谁没有锁门？', '谁没有锁门？'],
  ['a doubted sign that the other engine is surer of', '我等了四士?二年。', '我等了四十二年。', '我等了四十二年。'],
  ['a sure sign stays', '我们马上过桥。', '我们乌上过桥。', '我们马上过桥。'],
  ['dots that were not found as text', '事情没有那么简单', '事情没有那么简单……', '事情没有那么简单……'],
  ['no sign is added before or between', '最后一班火车', '人最后一班火火车', '最后一班火车'],
  ['another text says nothing', '请您躺好。', '谢鹏', '请您躺好。'],
  ['nothing was read by the first one', '', '你好', '你好'],
])('%s', (_, first, second, expected) => {
  const line = weighSigns(doubted(first), read(second), 'zh_cn')
  expect(line.map(({ text }) => text).join('')).toBe(expected)
})

test('what the other engine read is kept as a candidate, and agreement makes sure', () => {
  const [same, other] = weighSigns(doubted('好?马'), read('好乌'), 'zh_cn')
  expect(same).toEqual({ text: '好', confidence: expect.closeTo(0.975) })
  expect(other).toMatchObject({ text: '马', other: '乌' })
})

test('traditional signs are right in traditional text', () => {
  expect(weighSigns(doubted('開門?'), read('開们', 0.5), 'zh_tw')[1]).toMatchObject({ text: '門', other: '们' })
})

test.each([
  ['JE           你们接着善后', '你们接着善后'],
  ['你们接着善后           JE', '你们接着善后'],
  ['OK 你们好', 'OK 你们好'],
  ['你好           再见', '你好           再见'],
  ['EXIT           OK', 'EXIT           OK'],
])('what stands far beside the own script is not of the row: %s', (row, expected) => {
  const signs = [...row].flatMap((text, at) => (text === ' ' ? [] : [{ text, confidence: 0.9, x: at * 10 }]))
  const kept = withoutStraySigns(signs, 20, (sign) => hasOwnScript(sign, 'zh_cn'))
  expect(kept.map(({ text }) => text).join('')).toBe(expected.replaceAll(' ', ''))
})
