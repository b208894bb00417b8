import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EditorLoop } from '#src/editor/model/loop.ts'

let loop: EditorLoop
let done: string[]
const note = (name: string) => (): void => void done.push(name)
const ask = (name: string, after = 500, within?: number): void =>
  loop.idle(name, note(name), { after, ...(within && { within }) })

beforeEach(() => {
  vi.useFakeTimers()
  loop = new EditorLoop()
  done = []
})
afterEach(() => {
  loop.dispose()
  vi.useRealTimers()
})

test('a frame reads all that it needs before it writes, and each key once', () => {
  loop.frame('a', { read: note('read a'), write: note('old write a') })
  loop.frame('b', { write: note('write b') })
  loop.frame('a', { read: note('read a again'), write: note('write a') })
  loop.frame('c', { read: note('read c') })
  expect(done).toEqual([])
  vi.advanceTimersToNextFrame()
  expect(done).toEqual(['read a again', 'read c', 'write a', 'write b'])
  vi.advanceTimersToNextFrame()
  expect(done).toHaveLength(4)
})

test('what a frame asks for comes with the next one', () => {
  loop.frame('a', { write: () => loop.frame('a', { write: note('next') }) })
  vi.advanceTimersToNextFrame()
  expect(done).toEqual([])
  vi.advanceTimersToNextFrame()
  expect(done).toEqual(['next'])
})

test('idle work waits until nobody has asked for it for a while', () => {
  ask('a')
  vi.advanceTimersByTime(400)
  ask('a')
  vi.advanceTimersByTime(400)
  expect(done).toEqual([])
  vi.advanceTimersByTime(100)
  expect(done).toEqual(['a'])
  vi.advanceTimersByTime(1000)
  expect(done).toEqual(['a'])
})

test('a shorter wait than the one that is set comes first, and holds up nothing', () => {
  ask('late', 500)
  ask('soon', 100)
  vi.advanceTimersByTime(100)
  expect(done).toEqual(['soon'])
  vi.advanceTimersByTime(400)
  expect(done).toEqual(['soon', 'late'])
})

test('what is due at nearly the same time is done in one task, in the order in which it was asked for', () => {
  ask('first')
  vi.advanceTimersByTime(10)
  ask('second')
  ask('first')
  vi.advanceTimersByTime(500)
  expect(done).toEqual(['first', 'second'])
})

test('work that is asked for without a pause is done within its limit', () => {
  for (let ms = 0; ms <= 1000; ms += 100) {
    ask('a', 300, 1000)
    vi.advanceTimersByTime(100)
  }
  expect(done).toEqual(['a'])
})

test('a flush does now what waits, once', () => {
  ask('a')
  ask('b', 5000)
  loop.flush()
  expect(done).toEqual(['a', 'b'])
  vi.advanceTimersByTime(10_000)
  expect(done).toHaveLength(2)
})

test('a page that is left has its idle work done; nothing follows once the editor ends', () => {
  const stop = loop.start()
  ask('a')
  dispatchEvent(new Event('pagehide'))
  expect(done).toEqual(['a'])
  ask('b')
  loop.frame('c', { write: note('c') })
  stop()
  ask('d')
  loop.frame('e', { write: note('e') })
  dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(1000)
  expect(done).toEqual(['a'])
})

test('what is taken back is not done', () => {
  ask('a')
  loop.frame('b', { write: note('b') })
  loop.cancel('a')
  loop.cancel('b')
  vi.advanceTimersByTime(1000)
  expect(done).toEqual([])
})

test('work that fails holds up no other, and is reported', () => {
  const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const fault = new Error('planned')
  const fail = (): never => {
    throw fault
  }
  loop.idle('bad', fail, { after: 500 })
  ask('good')
  vi.advanceTimersByTime(500)
  expect(done).toEqual(['good'])
  expect(report.mock.calls).toEqual([[fault]])
  report.mockRestore()
})
