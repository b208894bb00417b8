import { expect, test } from 'vitest'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import { inTime } from '#src/subtitles/in-time.ts'
import { ReadingThread } from '#src/subtitles/reading-thread.ts'

test('what never comes to an end is late; what does is what it comes to, a failure too', async () => {
  expect(await inTime(new Promise(() => undefined), 0)).toBe('late')
  expect(await inTime(Promise.resolve(7), 60_000)).toBe(7)
  await expect(inTime(Promise.reject(new RangeError('x')), 60_000)).rejects.toThrow('x')
})

/** A reader with numbered threads, and a log of their events. */
function numbered(longestMs: number) {
  const events: string[] = []
  let count = 0
  const thread = new ReadingThread(() => {
    const remote = ++count
    events.push(`begin ${remote}`)
    return { remote, end: () => events.push(`end ${remote}`) }
  }, longestMs)
  return { events, thread }
}

test('a file that takes too long is given up with its thread; the one after it is read by another', async () => {
  const { events, thread } = numbered(0)
  const never = thread.read(() => new Promise<never>(() => undefined))
  const next = thread.read((remote) => Promise.resolve(remote))
  await expect(never).rejects.toEqual(new FileUnreadable('late'))
  expect(await next).toBe(2)
  expect(events).toEqual(['begin 1', 'end 1', 'begin 2'])
})

test('one thread reads files in their turn, also after one that failed', async () => {
  const { events, thread } = numbered(60_000)
  const first = Promise.withResolvers<string>()
  const results = [
    thread.read(() => first.promise),
    thread.read(async (remote) => {
      events.push('second')
      return remote
    }),
  ] as const
  events.push('asked')
  first.reject(new RangeError('x'))
  await expect(results[0]).rejects.toThrow('x')
  expect(await results[1]).toBe(1)
  expect(events).toEqual(['asked', 'begin 1', 'second'])
})
