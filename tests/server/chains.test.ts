import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChainInfo } from '#core/contract/chain.ts'
import type { InputOf } from '#core/contract/index.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { advanceChain } from '#server/app/chains/advance.ts'
import { grantCredits } from '#server/app/credits/grant.ts'
import { holdCredits } from '#server/app/credits/spend.ts'
import { beginAttempt, failTask, finishTask } from '#server/app/tasks/attempts.ts'
import { chainSweep } from '#server/jobs/sweeps/chains.ts'
import { developer } from '#tests/support/developer.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
let keys = 0
const key = () => `chain-${++keys}-of-a-test`
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
beforeEach(async () => {
  token = await signUp(server)
  place = await rawVideo(token)
})
afterAll(() => server.close())

/** A prepared video without subtitles. */
async function rawVideo(owner: string): Promise<{ folder_id: string; video_id: string }> {
  const opened = await server.ok('openSample', { sample_id: 'harbour' }, owner)
  await markPrepared(server, opened.video_id)
  await server.services.deps.db.deleteFrom('subtitle').where('video_id', '=', opened.video_id).execute()
  return opened
}

type Goals = Partial<Omit<InputOf<'addChain'>, 'idempotency_key'>>
const goalsOf = (goals: Goals) => ({ source_language: 'en' as const, video_ids: [place.video_id], ...goals })
const quote = (goals: Goals) => server.ok('quoteChain', goalsOf(goals), token)
const start = (goals: Goals) => server.ok('addChain', { ...goalsOf(goals), idempotency_key: key() }, token)
const get = (chain_id: string) => server.ok('getChain', { chain_id }, token)
const credits = async () => (await server.ok('getInfo', {}, token)).credits
const account = async () => {
  const { db } = server.services.deps
  const { account_id } = await db
    .selectFrom('video')
    .select('account_id')
    .where('id', '=', place.video_id)
    .executeTakeFirstOrThrow()
  return account_id
}

/** What the queue does after an event; a second time changes nothing. */
async function advance({ chain_id }: { chain_id: string }): Promise<ChainInfo> {
  const { deps } = server.services
  await advanceChain(deps, chain_id, new AbortController().signal)
  await advanceChain(deps, chain_id, new AbortController().signal)
  return get(chain_id)
}

/** `extract.en done · dub.es queued 8`: a video's steps with their credits. */
const line = ({ videos }: ChainInfo, at = 0): string =>
  (videos[at]?.steps ?? [])
    .map(({ key: name, state, credits: price }) => `${name.replace(' ', '.')} ${state}${price > 0 ? ` ${price}` : ''}`)
    .join(' · ')

const taskOf = (chain: ChainInfo, name: string): string =>
  chain.videos[0]?.steps.find((step) => step.key === name)?.task_id ?? ''

const text = (words: string): Cue[] => [{ id: 'cue-1', start: 1000, end: 3000, text: words, roles: [] }]

/** Ends the task of a step as a worker does: with a text, a file, or a failure. */
async function end(
  chain: ChainInfo,
  name: string,
  outcome: { language?: 'en' | 'es'; words?: string; blob?: string } | 'fails',
) {
  const { deps } = server.services
  const row = await beginAttempt(deps.db, taskOf(chain, name))
  if (!row) throw new Error(`${name} has no task`)
  if (outcome === 'fails') await failTask(deps, row, { key: 'no_speech_found' })
  else {
    const { language, words = 'good day', blob } = outcome
    const source = language === 'en' ? ('extract' as const) : ('translate' as const)

    const version = language === undefined ? {} : { version: { name: 'v', source, language, cues: text(words) } }
    await finishTask(deps, row, { ...version, ...(blob !== undefined && { blob }) })
  }
  return advance(chain)
}

test('one price is said and held; each step begins once the one before it has ended', async () => {
  const goals: Goals = { to_languages: ['es'], dub: true }
  const price = await quote(goals)
  expect(price).toMatchObject({ credits: 10, is_estimate: false, balance: 200, skipped: [] })
  expect(price.parts).toEqual([
    { step: 'extract', tasks: 1, credits: 2, is_estimate: false },
    { step: 'dub', tasks: 1, credits: 8, is_estimate: false },
  ])
  const input = { ...goalsOf(goals), idempotency_key: key() }
  const [first, second] = await Promise.all([server.ok('addChain', input, token), server.ok('addChain', input, token)])
  expect(second.chain_id).toBe(first.chain_id)
  expect(await credits()).toBe(190)

  let chain = await advance(first)
  expect(line(chain)).toBe('extract.en queued 2 · dub.es waiting 8 · check.es waiting')
  expect(chain).toMatchObject({ state: 'running', credits: 10, credits_held: 10, credits_to_come: 8, video_sum: 1 })
  chain = await end(chain, 'extract en', { language: 'en' })
  expect(line(chain)).toBe('extract.en done 2 · dub.es queued 8 · check.es waiting')
  chain = await end(chain, 'dub es', { language: 'es', blob: 'derived/x/dub.mp4' })
  expect(line(chain)).toBe('extract.en done 2 · dub.es done 8 · check.es done')
  expect(chain).toMatchObject({ state: 'done', progress: 1, credits: 10, credits_spent: 10, credits_held: 0 })
  const [video] = chain.videos
  expect(video).toMatchObject({ state: 'done', video_id: place.video_id })
  expect(video?.steps[1]?.result_url).toContain('dub.mp4')
  expect(video?.steps[1]?.file_id).not.toBe('')
  expect(video?.steps[2]?.findings).toMatchObject({ error: expect.any(Number) })
  expect(await credits()).toBe(190)

  const { list } = await server.ok('listTasks', { chain_id: chain.chain_id }, token)
  expect(list.map(({ task_type, chain_id }) => [task_type, chain_id])).toEqual([
    ['video_dubbing', chain.chain_id],
    ['video_extract', chain.chain_id],
  ])
  expect((await server.ok('listChains', { unread: '1' }, token)).list).toHaveLength(1)
  await server.ok('readChains', { chain_ids: [chain.chain_id] }, token)
  expect((await server.ok('listChains', { unread: '1' }, token)).list).toEqual([])
  expect((await server.ok('listChains', { video_id: place.video_id }, token)).list[0]).toMatchObject({ state: 'done' })
})

test('a clean picture alone is one step without a text', async () => {
  const goals: Goals = { subtitles: false, erase: true }
  expect((await quote(goals)).parts.map(({ step }) => step)).toEqual(['erase'])
  let chain = await advance(await start(goals))
  expect(chain).toMatchObject({ subtitles: false, erase: true, state: 'running' })
  chain = await end(chain, 'erase', { blob: 'derived/x/clean.mp4' })
  expect(line(chain)).toMatch(/^erase done \d+$/)
  expect(chain).toMatchObject({ state: 'done', progress: 1, credits_held: 0 })
  expect(chain.videos[0]?.steps[0]?.result_url).toContain('clean.mp4')
  const nothing = { ...goalsOf({ subtitles: false }), idempotency_key: key() }
  expect(await server.call('addChain', nothing, token)).toMatchObject({
    message: 'There is nothing to do for these videos',
  })
})

test('what exists already is neither made nor paid again', async () => {
  const content = '1\n00:00:01,000 --> 00:00:02,000\ngood day'
  await server.ok('addVersion', { ...place, name: 'v', language: 'en', content }, token)
  const es = await server.ok('addVersion', { ...place, name: 'v', language: 'es', content }, token)
  const price = await quote({ to_languages: ['es', 'fr'], dub: true, synthesis_type: 'burn' })
  expect(price.parts.map(({ step, tasks, credits: part }) => [step, tasks, part])).toEqual([
    ['dub', 2, 16],
    ['subtitles', 1, 2],
  ])
  const chain = await advance(await start({ to_languages: ['es', 'fr'], dub: true, synthesis_type: 'burn' }))
  expect(line(chain)).toBe(
    'extract.en existing · translate.es existing · dub.es queued 8 · subtitles.es waiting 2 · check.es waiting · dub.fr queued 8 · check.fr waiting',
  )
  const { list } = await server.ok('listTasks', { chain_id: chain.chain_id }, token)
  expect(new Set(list.map(({ task_type }) => task_type))).toEqual(new Set(['video_dubbing', 'video_dubbing_only']))
  const next = await end(chain, 'dub es', { blob: 'derived/x/dub.mp4' })
  const burned = await server.ok('getTask', { task_id: taskOf(next, 'subtitles es') }, token)
  expect(burned).toMatchObject({ source_file_id: es.file_id, task_config: { sound_of: taskOf(next, 'dub es') } })
})

test('a chain stops for corrections, says the price again and continues on what was corrected', async () => {
  const goals: Goals = { to_languages: ['es'], stops: ['extract'] }
  expect(await quote(goals)).toMatchObject({ credits: 8, is_estimate: true })
  let chain = await advance(await start(goals))
  expect(await credits()).toBe(192)
  chain = await end(chain, 'extract en', { language: 'en', words: 'good day' })
  expect(line(chain)).toBe('extract.en done 2 · stop.en stopped · translate.es waiting 1 · check.es waiting')
  expect(chain).toMatchObject({ state: 'stopped', credits_to_come: 1, video_sum_stopped: 1, is_estimate: false })
  const [, stop] = chain.videos[0]?.steps ?? []
  const file_id = stop?.file_id ?? ''
  const { revision, subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const long = subtitle_txt.map((cue) => ({ ...cue, text: 'good day '.repeat(30).trim() }))
  await server.ok('editVersion', { file_id, revision, subtitle_txt: long }, token)
  const { chain_id } = chain
  expect(await get(chain_id)).toMatchObject({ credits_to_come: 3 })
  expect(await server.call('continueChain', { chain_id, most_credits: 1 }, token)).toMatchObject({
    message: 'The price has changed: it is 3 credits now',
  })
  await server.ok('continueChain', { chain_id, most_credits: 3 }, token)
  await server.ok('continueChain', { chain_id }, token)
  chain = await advance(chain)
  expect(line(chain)).toBe('extract.en done 2 · stop.en done · translate.es queued 3 · check.es waiting')
  expect(await credits()).toBe(195)
  expect(await end(chain, 'translate es', { language: 'es' })).toMatchObject({ state: 'done', credits: 5 })
})

test('a failing step stops its branch only, costs nothing and is tried again from there', async () => {
  const content = '1\n00:00:01,000 --> 00:00:02,000\ngood day'
  await server.ok('addVersion', { ...place, name: 'v', language: 'en', content }, token)
  const goals: Goals = { to_languages: ['es', 'fr'], dub: true, synthesis_type: 'burn', stops: ['translate'] }
  let chain = await advance(await start(goals))
  chain = await end(chain, 'translate es', 'fails')
  expect(line(chain)).toBe(
    'extract.en existing · translate.es failed · stop.es blocked · dub.es blocked · subtitles.es blocked · check.es blocked · ' +
      'translate.fr queued 1 · stop.fr waiting · dub.fr waiting 8 · subtitles.fr waiting 2 · check.fr waiting',
  )
  expect(chain.videos[0]?.steps[1]?.reason).toMatch(/speech/i)
  expect(await credits()).toBe(189)
  const { chain_id } = chain
  const again = { chain_id, idempotency_key: key() }
  await Promise.all([server.ok('retryChain', again, token), server.ok('retryChain', again, token)])
  chain = await advance(chain)
  expect(line(chain)).toMatch(/^extract.en existing · translate.es queued 1 · stop.es waiting · dub.es waiting 8/)
  expect(await credits()).toBe(178)
  chain = await end(chain, 'translate es', { language: 'es' })
  await server.ok('cancelChain', { chain_id }, token)
  chain = await advance(chain)
  expect(line(chain)).toBe(
    'extract.en existing · translate.es done 1 · stop.es cancelled · dub.es cancelled · subtitles.es cancelled · check.es cancelled · ' +
      'translate.fr cancelled · stop.fr cancelled · dub.fr cancelled · subtitles.fr cancelled · check.fr cancelled',
  )
  expect(chain.state).toBe('cancelled')
  expect(await credits()).toBe(199)
})

test('credits for one of two chains: the other is refused with its price; one whose price rises waits for a top-up', async () => {
  const longer: Goals = { to_languages: ['es', 'fr', 'de', 'it', 'pt'], dub: true }
  const { db } = server.services.deps
  await db.updateTable('video').set({ duration_ms: 150_000 }).where('id', '=', place.video_id).execute()
  const { credits: price, skipped } = await quote(longer)
  expect(price).toBe(5 + 20 * (5 - skipped.length))
  const both = await Promise.all([
    server.call('addChain', { ...goalsOf(longer), idempotency_key: key() }, token),
    server.call('addChain', { ...goalsOf({ ...longer, synthesis_type: 'soft' }), idempotency_key: key() }, token),
    server.call('addChain', { ...goalsOf({ ...longer, synthesis_type: 'burn' }), idempotency_key: key() }, token),
  ])
  const started = both.filter(({ code }) => code === 0).length
  expect(started).toBe(Math.min(3, Math.floor(200 / price)))
  expect(await credits()).toBe(200 - started * price)
  for (const { code, message } of both)
    if (code !== 0) expect(message).toBe(`Insufficient credits: this needs ${price}, you have ${200 - started * price}`)

  token = await signUp(server)
  place = await rawVideo(token)
  let chain = await advance(await start({ to_languages: ['es'] }))
  const left = await credits()
  const accountId = await account()
  await db.transaction().execute((tx) => holdCredits(tx, accountId, { id: 'other-work' }, left))
  chain = await end(chain, 'extract en', { language: 'en', words: 'good day '.repeat(100).trim() })
  expect(line(chain)).toBe('extract.en done 2 · translate.es no_credits 9 · check.es waiting')
  expect(chain).toMatchObject({ state: 'no_credits', credits_to_come: 9 })
  expect(chain.videos[0]?.steps[1]).toMatchObject({ reason_key: 'insufficient_credits' })
  const grant = { source: 'gift', reason: 'test', idempotencyKey: key(), amount: 50 } as const
  await db.transaction().execute((tx) => grantCredits(tx, accountId, grant))
  const sent = await sentBy(() => chainSweep.run(server.services.deps, new Date(Date.now() + 60_000), throwFault))
  expect(sent).toEqual([chain.chain_id])
  chain = await advance(chain)
  expect(line(chain)).toBe('extract.en done 2 · translate.es queued 9 · check.es waiting')
  expect(await credits()).toBe(47)
})

const throwFault = (_: string, error: unknown): never => {
  throw error
}

/** The chains for which jobs are queued meanwhile. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const { queue } = server.services.deps
  const usual = queue.sendBackgroundJob.bind(queue)
  const ids: string[] = []
  queue.sendBackgroundJob = async (tx, job, options) => {
    if (job.kind === 'chain') ids.push(job.id)
    await usual(tx, job, options)
  }
  try {
    await work()
  } finally {
    queue.sendBackgroundJob = usual
  }
  return ids
}

test('every end of a task queues what follows, in the same transaction', async () => {
  const chain = await advance(await start({}))
  const { deps } = server.services
  const row = await beginAttempt(deps.db, taskOf(chain, 'extract en'))
  if (!row) throw new Error('no task')
  expect(await sentBy(() => failTask(deps, row, { key: 'no_speech_found' }))).toEqual([chain.chain_id])
  // A killed process did not get to it: the next run of the sweep does.
  expect(await sentBy(() => chainSweep.run(deps, new Date(Date.now() + 60_000), throwFault))).toEqual([chain.chain_id])
  expect(await advance(chain)).toMatchObject({ state: 'failed', video_sum_fail: 1, credits: 0 })
  expect(await sentBy(() => chainSweep.run(deps, new Date(Date.now() + 60_000), throwFault))).toEqual([])
})

test('an equal chain is refused while one is under way; an equal task is waited for and not paid twice', async () => {
  const run = { video_id: place.video_id, source_language: 'en', idempotency_key: key() } as const
  const { task_id } = await server.ok('runExtract', run, token)
  const goals: Goals = { to_languages: ['es'], dub: true }
  expect((await quote(goals)).credits).toBe(8)
  let chain = await advance(await start(goals))
  expect(taskOf(chain, 'extract en')).toBe(task_id)
  expect(await credits()).toBe(190)
  expect(await server.call('addChain', { ...goalsOf(goals), idempotency_key: key() }, token)).toMatchObject({
    code: 1004,
  })
  chain = await end(chain, 'extract en', { language: 'en' })
  expect(line(chain)).toMatch(/^extract.en done · dub.es queued 8/)
  // A cancelled task of the chain ends its branch.
  await server.ok('deleteTask', { task_id: taskOf(chain, 'dub es') }, token)
  expect(line(await advance(chain))).toBe('extract.en done · dub.es cancelled · check.es blocked')
  expect(await credits()).toBe(198)
})

test('a deleted video takes its waiting steps along, with their credits', async () => {
  let chain = await advance(await start({ to_languages: ['es'], dub: true, stops: ['extract'] }))
  chain = await end(chain, 'extract en', { language: 'en' })
  expect(chain.state).toBe('stopped')
  await server.ok('deleteVideo', { ...place }, token)
  const { deps } = server.services
  expect(await sentBy(() => chainSweep.run(deps, new Date(Date.now() + 60_000), throwFault))).toEqual([chain.chain_id])
  expect(await advance(chain)).toMatchObject({ state: 'cancelled' })
  expect(await credits()).toBe(198)
})

test('others can neither see nor steer a chain; a visitor may ask for its price', async () => {
  const chain = await start({})
  const { chain_id } = chain
  const stranger = await signUp(server)
  for (const call of ['getChain', 'continueChain', 'cancelChain'] as const)
    expect(await server.call(call, { chain_id }, stranger)).toMatchObject({ code: 1002 })
  expect(await server.call('retryChain', { chain_id, idempotency_key: key() }, stranger)).toMatchObject({ code: 1002 })
  expect(await server.call('quoteChain', goalsOf({}), stranger)).toMatchObject({ code: 1002 })
  expect(await server.call('addChain', { ...goalsOf({}), idempotency_key: key() }, stranger)).toMatchObject({
    code: 1002,
  })
  // Of a video that is not in the chain nothing is done.
  const foreign = { chain_id, video_ids: ['of-another-one'] }
  for (const call of ['continueChain', 'cancelChain'] as const) await server.ok(call, foreign, token)
  await server.ok('retryChain', { ...foreign, idempotency_key: key() }, token)
  expect(line(await advance(chain))).toBe('extract.en queued 2 · check.en waiting')
  await server.ok('readChains', { chain_ids: [chain_id] }, stranger)
  expect((await server.ok('listChains', {}, stranger)).list).toEqual([])
  expect((await server.ok('listChains', { unread: '1' }, token)).list).toHaveLength(1)

  const visitor = (await server.ok('loginAnonymous', {})).access_token
  const own = await rawVideo(visitor)
  const asked = goalsOf({ video_ids: [own.video_id] })
  expect(await server.ok('quoteChain', asked, visitor)).toMatchObject({ credits: 2, balance: 0 })
  expect((await server.call('addChain', { ...asked, idempotency_key: key() }, visitor)).code).not.toBe(0)
})

test('a language that can not be made is left out with its reason; a video that can not, too', async () => {
  const goals: Goals = { to_languages: ['es', 'th'], dub: true }
  const price = await quote(goals)
  expect(price.skipped).toMatchObject([
    { video_id: place.video_id, language: 'th', reason: expect.stringMatching(/\w/) },
  ])
  expect(price.videos[0]?.steps.map(({ key: name }) => name)).toEqual(['extract en', 'dub es', 'check es'])
  const refused = await server.call(
    'addChain',
    { ...goalsOf({ source_language: 'th' }), idempotency_key: key() },
    token,
  )
  expect(refused.message).toContain('npm run models')
})

test('addresses learn once that a chain waits for the user, and once that it has ended', async () => {
  ;({ token } = await developer(server))
  place = await rawVideo(token)
  await server.ok('addWebhook', { url: 'https://example.org/chains', events: ['chain.stopped', 'chain.ended'] }, token)
  const delivered = async () => {
    const { list } = await server.ok('listDeliveries', {}, token)
    return list.map(({ event }) => event).toReversed()
  }
  let chain = await advance(await start({ stops: ['extract'] }))
  expect(await delivered()).toEqual([])
  chain = await end(chain, 'extract en', { language: 'en' })
  await advance(chain)
  expect(await delivered()).toEqual(['chain.stopped'])
  await server.ok('continueChain', { chain_id: chain.chain_id }, token)
  await advance(chain)
  expect(await delivered()).toEqual(['chain.stopped', 'chain.ended'])
  const { db } = server.services.deps
  const { body } = await db
    .selectFrom('webhook_delivery')
    .select('body')
    .where('event', '=', 'chain.ended')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(body)).toMatchObject({ data: { chain_id: chain.chain_id, state: 'done', credits: 2 } })
})
