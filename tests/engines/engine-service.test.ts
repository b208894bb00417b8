import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bounded } from '#server/engines/bounded.ts'
import { EngineError } from '#server/engines/engine-error.ts'
import { EngineRests } from '#server/engines/failover.ts'
import { ProgramFailed } from '#server/engines/program.ts'
import { callService, type ServiceCall } from '#server/engines/service.ts'
import { fakeService, type FakeService, type Received, type Reply } from '#tests/support/fake-service.ts'

const open: FakeService[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()))
})

async function service(answer: (request: Received, before: number) => Reply): Promise<FakeService> {
  const made = await fakeService(answer)
  open.push(made)
  return made
}

const signal = new AbortController().signal
const callOf = (url: string, more: Partial<ServiceCall> = {}): ServiceCall => ({
  engine: 'tried',
  url,
  body: { q: 1 },
  signal,
  patience: { attempts: 3, pauseMs: 1, totalMs: 5000 },
  ...more,
})
const schema = z.object({ a: z.number() })

async function faultOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof EngineError ? error.fault : String(error)),
  )
}

describe('one call of a service', () => {
  const tried: [string, Reply, string, number][] = [
    ['a wrong key', { status: 401, text: 'who are you' }, 'auth', 1],
    ['a key that may not do this', { status: 403, text: 'not you' }, 'auth', 1],
    ['no credits left', { status: 402, text: 'pay' }, 'quota', 1],
    ['no credits left, said by 429', { status: 429, text: '{"code":"insufficient_quota"}' }, 'quota', 1],
    ['too much at once', { status: 429, headers: { 'retry-after': '0' }, text: 'slow down' }, 'rate', 3],
    ['out of order', { status: 503, text: 'later' }, 'transient', 3],
    ['a wrong request', { status: 400, text: 'no such model' }, 'input', 1],
    ['a refused text', { status: 400, text: '{"code":"content_policy_violation"}' }, 'content', 1],
    ['garbage', { text: '<html>' }, 'transient', 3],
    ['another shape', { json: { a: 'one' } }, 'transient', 3],
    ['half an answer', { cutAfter: '{"a":' }, 'transient', 3],
    ['a way to somewhere else', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' }, 'input', 1],
  ]
  test.each(tried)('%s', async (_, reply, fault, calls) => {
    const { url, received } = await service(() => reply)
    expect(await faultOf(callService(callOf(url), schema))).toBe(fault)
    expect(received).toHaveLength(calls)
  })

  test('what is cured by waiting is cured', async () => {
    const { url, received } = await service((_, before) =>
      before === 0
        ? { status: 429, headers: { 'retry-after': '0.05' }, text: '' }
        : before === 1
          ? { status: 500, text: '' }
          : { json: { a: 1 } },
    )
    expect(await callService(callOf(url), schema)).toEqual({ a: 1 })
    expect(received).toHaveLength(3)
  })

  test('a rest that the service asks for holds for the whole account, and not for another', async () => {
    const { url, received } = await service(({ headers }, before) =>
      headers.authorization === 'b' || before > 0
        ? { json: { a: 2 } }
        : { status: 429, headers: { 'retry-after': '0.3' }, text: '' },
    )
    const of = (account: string) => callService(callOf(url, { account, headers: { authorization: account } }), schema)
    const first = of('a')
    await expect.poll(() => received.length).toBe(1)
    const others = [of('a'), of('b')]
    await others[1]
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['a', 'b'])
    await Promise.all([first, ...others])
    expect(received).toHaveLength(4)
  })

  test('a service that never answers, or is not there', async () => {
    const { url } = await service(() => 'silence')
    const impatient = { patience: { attempts: 1, pauseMs: 1, totalMs: 0 } }
    expect(await faultOf(callService(callOf(url, { ...impatient, timeoutMs: 50 }), schema))).toBe('transient')
    expect(await faultOf(callService(callOf('http://127.0.0.1:1/', impatient), schema))).toBe('transient')
    const stop = new AbortController()
    const work = callService(callOf(url, { signal: stop.signal }), schema)
    stop.abort(new Error('stopped'))
    await expect(work).rejects.toThrow('stopped')
  })

  test.each(['http://169.254.169.254/latest', 'http://[fe80::1]/', 'http://[::ffff:169.254.1.1]/', 'http://0.0.0.0/'])(
    '%s is never asked',
    async (url) => expect(await faultOf(callService(callOf(url), schema))).toBe('auth'),
  )
})

describe('several engines for one need', () => {
  const named = (name: string) => ({ name, engine: {} })
  const [a, b, c] = [named('a'), named('b'), named('c')]

  test('the next one does what the preferred one cannot, and is asked first while that one rests', async () => {
    let now = 0
    const rests = new EngineRests(() => now)
    const asked: string[] = []
    const faults: Record<string, unknown> = { a: new EngineError('quota', 'a', 'used up') }
    const work = ({ name }: { name: string }) => {
      asked.push(name)
      return faults[name] ? Promise.reject(faults[name]) : Promise.resolve(name)
    }
    expect(await rests.inTurn([a, b], signal, work)).toBe('b')
    expect(await rests.inTurn([a, b], signal, work)).toBe('b')
    expect(asked).toEqual(['a', 'b', 'b'])
    now = 700_000
    delete faults['a']
    expect(await rests.inTurn([a, b], signal, work)).toBe('a')
  })

  test('a refused text says nothing about the next one', async () => {
    const rests = new EngineRests(() => 0)
    const asked: string[] = []
    const work = ({ name }: { name: string }) => {
      asked.push(name)
      return name === 'a' ? Promise.reject(new EngineError('content', 'a', 'no')) : Promise.resolve(name)
    }
    await rests.inTurn([a, b], signal, work)
    await rests.inTurn([a, b], signal, work)
    expect(asked).toEqual(['a', 'b', 'a', 'b'])
  })

  test('where all fail, what the preferred one said is thrown; a bug or a stop ends it at once', async () => {
    const rests = new EngineRests(() => 0)
    const all = rests.inTurn([a, b, c], signal, ({ name }) =>
      Promise.reject(name === 'b' ? new ProgramFailed('b', 'fell', '') : new EngineError('transient', name, 'down')),
    )
    await expect(all).rejects.toThrow('a: down')
    const asked: string[] = []
    const bug = rests.inTurn([a, b], signal, ({ name }) => {
      asked.push(name)
      return Promise.reject(new TypeError('a bug'))
    })
    await expect(bug).rejects.toThrow('a bug')
    expect(asked).toHaveLength(1)
  })
})

describe('an engine that gives no answer', () => {
  const silent: { answer(asked: { signal?: AbortSignal }): Promise<string> } = {
    answer: () => new Promise<string>(() => undefined),
  }

  test('is out of order after a while, and ends at once with its task', async () => {
    await expect(bounded(silent, 'silent', 20).answer({})).rejects.toMatchObject({
      fault: 'transient',
      message: 'silent: gave no answer for 0.02 s',
    })
    const stop = new AbortController()
    const asked = bounded(silent, 'silent', 60_000).answer({ signal: stop.signal })
    stop.abort(new Error('deleted'))
    await expect(asked).rejects.toThrow('deleted')
    await expect(bounded(silent, 'silent', 60_000).answer({ signal: stop.signal })).rejects.toThrow('deleted')
  })

  test('what comes in time is handed on, with what the engine is', async () => {
    class Counting {
      readonly version = '2'
      #asked = 0
      async next(): Promise<number> {
        return ++this.#asked
      }
    }
    const engine = bounded(new Counting(), 'counting', 60_000)
    expect([engine.version, await engine.next(), await engine.next()]).toEqual(['2', 1, 2])
  })
})
