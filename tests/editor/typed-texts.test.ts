import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tl } from '#tests/support/notation.ts'
import { openSession } from '#tests/support/session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const session = openSession(tl('a[0-1000 one] b[2000-3000 two]').cues)
  const patches: unknown[] = []
  session.onChange((patch) => patches.push(patch))
  return { session, patches, textOf: (at: number) => session.list.at(at)?.text }
}

test('letters become edits now and then, and whoever asks has them all', () => {
  const { session, patches, textOf } = open()
  session.typeSoon('a', 'one,')
  expect(patches).toHaveLength(1)
  for (const text of ['one, ', 'one, t', 'one, tw']) session.typeSoon('a', text)
  expect(patches).toHaveLength(1)
  expect(textOf(0)).toBe('one, tw')
  expect(patches).toHaveLength(2)
  vi.advanceTimersByTime(500)
  session.typeSoon('a', 'one, two')
  expect(patches).toHaveLength(3)
})

test('the rest of what was typed is an edit at the first pause, and those who show the text hear of it', () => {
  const { session, patches } = open()
  session.typeSoon('b', 'tw')
  session.typeSoon('b', 't')
  vi.advanceTimersByTime(350)
  expect(patches).toHaveLength(2)
  expect(session.cells.list.at(1)?.text).toBe('t')
})

test('letters are one step to take back, also those that were no edit yet', () => {
  const { session, textOf } = open()
  for (const text of ['o', 'on', 'one more']) session.typeSoon('a', text)
  session.undo()
  expect(textOf(0)).toBe('one')
  session.redo()
  expect(textOf(0)).toBe('one more')
})

test('who goes on in another line leaves no letter behind', () => {
  const { session, textOf } = open()
  session.typeSoon('a', 'x')
  session.typeSoon('a', 'xy')
  session.typeSoon('b', 'z')
  expect([textOf(0), textOf(1)]).toEqual(['xy', 'z'])
})

test('the digest is that of the text with all its letters', () => {
  const { session } = open()
  const before = session.textDigest
  session.typeSoon('a', 'x')
  session.typeSoon('a', 'xy')
  const after = session.textDigest
  expect(after).not.toBe(before)
  session.forgetDigest()
  expect(session.textDigest).toBe(after)
})
