import { expect, test } from 'vitest'
import { mergeToasts, type ToastText, toastText } from '#src/ui/toast-merge.ts'

/** `note Saved`, `error Failed`: said one after the other. */
const said = (...messages: readonly string[]): string[] => {
  const all = messages.map((each) => toastText(each.startsWith('error') ? 'error' : 'note', each.replace(/^\w+ /, '')))
  const last = all.reduce<ToastText | undefined>(mergeToasts, undefined)
  return [last?.kind ?? '', ...(last?.lines ?? []).map(({ text, count }) => `${text} ${count}`)]
}

test.each([
  [['note Saved'], ['note', 'Saved 1']],
  [
    ['note Saved', 'note Copied'],
    ['note', 'Copied 1'],
  ],
  [
    ['note Copied', 'note Copied'],
    ['note', 'Copied 2'],
  ],
  [
    ['error No answer', 'note Saved'],
    ['note', 'Saved 1'],
  ],
  [
    ['note Saved', 'error No answer'],
    ['error', 'No answer 1'],
  ],
  [
    ['error No answer', 'error No answer', 'error No answer'],
    ['error', 'No answer 3'],
  ],
  [
    ['error A', 'error B', 'error A'],
    ['error', 'B 1', 'A 2'],
  ],
  [
    ['error A', 'error B', 'error C', 'error D'],
    ['error', 'B 1', 'C 1', 'D 1'],
  ],
])('%j is one toast', (messages, shown) => {
  expect(said(...messages)).toEqual(shown)
})
