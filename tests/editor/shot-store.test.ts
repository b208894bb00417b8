import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { libraryShotStore } from '#src/editor/media/shot-store.ts'

const server = { times: [] as readonly number[], revision: 0 }
/** Answers to writes that the server has done. */
let held: (() => void)[] = []
let isHeld = false

vi.mock('#src/api/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async (name: string, input: { times?: readonly number[] }) => {
    if (name === 'getShotChanges') return { ...server }
    Object.assign(server, { times: input.times, revision: server.revision + 1 })
    const answer = { revision: server.revision }
    if (isHeld) await new Promise<void>((answered) => held.push(answered))
    return answer
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(server, { times: [], revision: 0 })
  held = []
  isHeld = false
})
afterEach(() => vi.useRealTimers())

const open = (video: string) => libraryShotStore(video, (error) => Promise.reject(error))
const nothing = (): void => undefined

test('an edit that follows another whose answer never came is not lost by a reload', async () => {
  const store = open('one')
  await store.read()
  store.write([], [3200], nothing)
  await vi.runAllTimersAsync()
  expect(server.times).toEqual([3200])
  isHeld = true
  store.write([3200], [], nothing)
  await vi.runAllTimersAsync()
  expect(server.times).toEqual([])
  store.write([], [3200], nothing)
  // The page ends here: a new one reads what the server has.
  isHeld = false
  expect(await open('one').read()).toEqual([3200])
  await vi.runAllTimersAsync()
  expect(server.times).toEqual([3200])
})

test('what another user added meanwhile stays', async () => {
  const store = open('two')
  await store.read()
  store.write([], [3200], nothing)
  Object.assign(server, { times: [9000], revision: 7 })
  expect(await open('two').read()).toEqual([3200, 9000])
})
