import { expect, test } from 'vitest'
import { isolateValue } from '#core/domain/bidi.ts'
import { translateMessage } from '#server/app/messages.ts'

test.each(['', 'Episode 1', '第一集', 'été', '😀', 'a-b_c (2).srt'])('%j stands as it is', (value) => {
  expect(isolateValue(value)).toBe(value)
})

test.each([
  ['an override', '😀\u202Etxt', '\u2068😀\u202Etxt\u2069'],
  ['Hebrew', 'שלום', '\u2068שלום\u2069'],
  ['Arabic in a name', 'ep 1 مرحبا', '\u2068ep 1 مرحبا\u2069'],
  ['letters beyond 16 bits', '\u{1E900}', '\u2068\u{1E900}\u2069'],
  ['what would end the isolate', 'a\u2069\u202Eb', '\u2068a\u202Eb\u2069'],
  ['what would keep it open', '\u2067a', '\u2068a\u2069'],
])('%s is isolated', (_, value, isolated) => {
  expect(isolateValue(value)).toBe(isolated)
})

test('a name does not turn the sentence of a refusal', () => {
  expect(translateMessage('en', 'stage_empty', { name: 'a\u202Eb' })).toBe(
    '“\u2068a\u202Eb\u2069” has no lines yet. Add some before you move it on',
  )
})
