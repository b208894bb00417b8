import { expect, test } from 'vitest'
import { inTime } from '#src/editor/review-files/in-time.ts'

test('what never comes to an end is late; what does is what it comes to, a failure too', async () => {
  expect(await inTime(new Promise(() => undefined), 0)).toBe('late')
  expect(await inTime(Promise.resolve(7), 60_000)).toBe(7)
  await expect(inTime(Promise.reject(new RangeError('x')), 60_000)).rejects.toThrow('x')
})
