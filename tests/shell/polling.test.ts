import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Polling, noteOwnChange, startPolling } from '#src/api/polling.ts'

let control = new AbortController()
/** Seconds at which was read. */
let reads: number[] = []
let begin = 0

beforeEach(() => {
  vi.useFakeTimers()
  control = new AbortController()
  reads = []
  begin = performance.now()
})
afterEach(() => {
  control.abort()
  vi.useRealTimers()
})

const start = (): Polling =>
  startPolling(() => reads.push(Math.round((performance.now() - begin) / 1000)), control.signal)
const wait = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000)

test('once a minute while events come', async () => {
  start().setEvents(true)
  await wait(125)
  expect(reads).toEqual([60, 120])
})

test('without events every few seconds while something runs, less often while nothing does', async () => {
  const polling = start()
  await wait(45)
  expect(reads).toEqual([20, 40])
  polling.setOngoing(1)
  await wait(10)
  expect(reads).toEqual([20, 40, 45, 50, 55])
  polling.setOngoing(0)
  await wait(20)
  expect(reads.slice(5)).toEqual([75])
})

test('the line breaks: what was not read for long is read at once', async () => {
  const polling = start()
  polling.setEvents(true)
  await wait(30)
  expect(reads).toEqual([])
  polling.setEvents(false)
  await wait(0)
  expect(reads).toEqual([30])
})

test('what this page did is watched for a minute', async () => {
  start()
  await wait(1)
  noteOwnChange()
  await wait(14)
  expect(reads).toEqual([5, 10, 15])
  await wait(85)
  expect(reads.slice(-2)).toEqual([65, 85])
})

test('nothing is read after its end', async () => {
  start()
  control.abort()
  noteOwnChange()
  await wait(120)
  expect(reads).toEqual([])
})
