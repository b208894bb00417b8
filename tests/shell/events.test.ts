import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#core/contract/index.ts'
import { listenToEvents } from '#src/api/events.ts'
import { staleAfter, staleCalls } from '#src/api/live.ts'

/** A stream of the server whose pieces arrive when the test sends them. */
function connection() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
  const bytes = new TextEncoder()
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    send: async (text: string) => {
      controller?.enqueue(bytes.encode(text))
      await vi.advanceTimersByTimeAsync(0)
    },
    end: async () => {
      controller?.close()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const fetched = vi.fn<(path: string, options: { signal: AbortSignal }) => Promise<Response>>()
let heard: string[] = []
let lines: boolean[] = []
let starts = 0
let control = new AbortController()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { language: 'en' })
  fetched.mockReset()
  heard = []
  lines = []
  starts = 0
  control = new AbortController()
})
afterEach(() => {
  control.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const listen = (): void => {
  void listenToEvents(
    {
      onEvent: (event) => heard.push(JSON.stringify(event)),
      onStart: () => starts++,
      onGap: () => heard.push('gap'),
      onLine: (stands) => lines.push(stands),
    },
    control.signal,
  )
}
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

test('events are read in pieces, with any line ends and comments between', async () => {
  const server = connection()
  fetched.mockResolvedValueOnce(server.response)
  listen()
  await server.send(': open\n\n')
  await server.send('data: {"kind":')
  await server.send('"credits"}\r\n\r\n: still here\n\ndata: {"kind":"task",\ndata: "task_id":"t"}\n\n')
  expect(heard).toEqual(['{"kind":"credits"}', '{"kind":"task","task_id":"t"}'])
})

test('after a gap everything may be stale; the first connection says that it stands, once', async () => {
  const [first, second] = [connection(), connection()]
  fetched.mockResolvedValueOnce(first.response).mockResolvedValueOnce(second.response)
  listen()
  await first.send(': open\n\n')
  expect([heard, starts]).toEqual([[], 1])
  await first.end()
  await vi.advanceTimersByTimeAsync(1000)
  await second.send('data: {"kind":"credits"}\n\n')
  expect(heard).toEqual(['gap', '{"kind":"credits"}'])
  expect(lines).toEqual([true, false, true])
  expect(starts).toBe(1)
})

test('a line through which nothing comes does not stand', async () => {
  const server = connection()
  fetched.mockResolvedValueOnce(server.response).mockImplementation(offline)
  listen()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).not.toContain(true)
})

test('the pauses grow up to half a minute, and are short again once a connection stood', async () => {
  fetched.mockImplementation(offline)
  listen()
  const times: number[] = []
  for (let second = 0; second <= 95; second++) {
    if (fetched.mock.calls.length > times.length) times.push(second)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(times).toEqual([0, 1, 3, 7, 15, 31, 61, 91])
  const server = connection()
  fetched.mockResolvedValueOnce(server.response)
  await vi.advanceTimersByTimeAsync(30_000)
  const before = fetched.mock.calls.length
  await server.send(': open\n\n')
  await server.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetched.mock.calls.length).toBe(before + 1)
})

test('a line that is silent is given up, one that says anything is kept', async () => {
  const server = connection()
  fetched.mockResolvedValueOnce(server.response).mockImplementation(offline)
  listen()
  for (let beat = 0; beat < 4; beat++) {
    await vi.advanceTimersByTimeAsync(20_000)
    await server.send(': still here\n\n')
  }
  const isGivenUp = (): boolean | undefined => fetched.mock.calls[0]?.[1].signal.aborted
  expect(isGivenUp()).toBe(false)
  await vi.advanceTimersByTimeAsync(51_000)
  expect(isGivenUp()).toBe(true)
})

test('its end ends the connection and the attempts', async () => {
  fetched.mockImplementation(offline)
  listen()
  await vi.advanceTimersByTimeAsync(500)
  control.abort()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('what an event makes stale are reading calls of the contract', () => {
  for (const name of Object.values(staleCalls).flat()) {
    expect(name === 'quote' || name === 'quoteChain' || contract[name].method === 'GET', name).toBe(true)
  }
})

test('a task that has ended makes the list of videos stale, one that goes on does not', () => {
  const task = { kind: 'task', task_id: 't', progress: 1, step: '' } as const
  expect(staleAfter({ ...task, state: 1 })).toContain('listVideos')
  expect(staleAfter({ ...task, state: 2 })).toContain('listVideos')
  expect(staleAfter({ ...task, state: 3 })).not.toContain('listVideos')
  expect(staleAfter({ ...task, state: 3 })).toContain('listTasks')
})
