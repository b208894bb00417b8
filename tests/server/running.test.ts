import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineKind } from '#core/tasks/kind.ts'
import { endTask } from '#server/app/staff/end-task.ts'
import { startTask } from '#server/app/tasks/start.ts'
import { EngineError } from '#server/engines/engine-error.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { defineTask } from '#server/tasks/task.ts'
import { serverTasks } from '#server/tasks/index.ts'
import { markPrepared, signUp, startServer, type TestServer, until } from '#tests/support/server.ts'

/** What the task below did, in order: owner and number. */
const ran: string[] = []
let faults = 0
let given = ''

/** A task that notes that it ran, waits for its end, or meets a service that is out of order. */
const note = defineTask({
  kind: defineKind({
    type: 'note',
    subjects: ['video'],
    config: z.object({ mark: z.string() }),
    price: () => 1,
    freezes: 'nothing',
    result: 'none',
    resources: 'gpu',
    isInternal: false,
  }),
  precheck: async ({ subjects: { video } }) => ({
    name: video.name,
    folderId: video.folder_id,
    facts: { durationMs: 40_000 },
    engine: 'none',
  }),
  recipe: async (run, { config: { mark } }) => {
    ran.push(mark)
    if (mark === 'busy' && faults++ === 0) throw new EngineError('transient', 'service', 'out of order')
    if (mark === 'endless') {
      await sleep(60_000, undefined, { signal: run.signal }).catch(() => (given = mark))
      run.signal.throwIfAborted()
    }
    if (mark.startsWith('steps')) {
      for (let at = 0; at < 40; at++) {
        const step = { name: 'wait', version: '1', input: { mark, at }, share: [0, 1] } as const
        await run.step(step, () => sleep(150, { at }, { signal: run.signal }))
      }
      ran.push(`${mark} done`)
    }
    return {}
  },
})

async function person(server: TestServer) {
  const token = await signUp(server)
  const sample = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, sample.video_id)
  const { deps } = server.services
  const { account_id } = await deps.db
    .selectFrom('video')
    .select('account_id')
    .where('id', '=', sample.video_id)
    .executeTakeFirstOrThrow()
  const run = (mark: string) =>
    deps.db.transaction().execute((tx) =>
      startTask(deps, tx, account_id, {
        type: 'note',
        subjects: { video: sample.video_id },
        config: { mark },
        idempotencyKey: `${mark}-${Math.random()}`,
      }),
    )
  return { ...sample, token, accountId: account_id, run }
}

test('tasks of two people take turns; a fault that passes is tried again; a deleted video and staff end a task', async () => {
  const server = await startServer({}, { worker: false, tasks: [...serverTasks, note] })
  try {
    const { deps } = server.services
    const [many, few] = [await person(server), await person(server)]
    for (let i = 1; i <= 6; i++) await many.run(`many-${i}`)
    for (let i = 1; i <= 2; i++) await few.run(`few-${i}`)
    const quiet = { info: () => undefined, error: () => undefined }
    const queues = [{ resources: 'gpu', concurrency: 1 }] as const
    await startWorker(deps, quiet, { queues, tasks: server.services.tasks, retryPauses: [1] })
    await until(async () => ran.length === 8)
    expect(ran).toEqual(['many-1', 'few-1', 'many-2', 'few-2', 'many-3', 'many-4', 'many-5', 'many-6'])

    const busy = await few.run('busy')
    const stateOf = async (task_id: string, token: string) => (await server.ok('getTask', { task_id }, token)).state
    await until(async () => (await stateOf(busy.task_id, few.token)) === 1)
    expect(ran.filter((mark) => mark === 'busy')).toHaveLength(2)

    const endless = await many.run('endless')
    await until(async () => ran.includes('endless'))
    // Half done within an hour: another hour, or a little more by now.
    const half = { progress: 0.5, began_at: new Date(Date.now() - 3_600_000) }
    await deps.db.updateTable('task').set(half).where('id', '=', endless.task_id).execute()
    const { remaining_s } = await server.ok('getTask', { task_id: endless.task_id }, many.token)
    expect(Math.round(remaining_s! / 600)).toBe(6)
    const before = (await server.ok('getInfo', {}, many.token)).credits
    await deps.db.deleteFrom('video').where('id', '=', many.video_id).execute()
    await until(async () => (await stateOf(endless.task_id, many.token)) === 2)
    const ended = await server.ok('getTask', { task_id: endless.task_id }, many.token)
    expect([given, ended.fail_msg]).toEqual([
      'endless',
      'The file was deleted before the task could finish. Your credits were returned',
    ])
    expect((await server.ok('getInfo', {}, many.token)).credits).toBe(before + 1)

    given = ''
    const stuck = await few.run('endless')
    await until(async () => (await stateOf(stuck.task_id, few.token)) === 3)
    await endTask(deps, few.accountId, { task_id: stuck.task_id, reason: 'stuck' })
    expect(await stateOf(stuck.task_id, few.token)).toBe(2)
    // Its worker stops within the step, and leaves the state as it is.
    await until(async () => given === 'endless')
    const next = await few.run('few-next')
    await until(async () => (await stateOf(next.task_id, few.token)) === 1)
    expect(await stateOf(stuck.task_id, few.token)).toBe(2)
  } finally {
    await server.close()
  }
})

test('somebody who has nothing running gets a place between two steps of one who has all of them', async () => {
  ran.length = 0
  const server = await startServer({}, { worker: false, tasks: [...serverTasks, note] })
  try {
    const [many, few] = [await person(server), await person(server)]
    const { task_id } = await many.run('steps 1')
    await many.run('steps 2')
    const quiet = { info: () => undefined, error: () => undefined }
    const queues = [{ resources: 'gpu', concurrency: 2 }] as const
    await startWorker(server.services.deps, quiet, { queues, tasks: server.services.tasks, retryPauses: [] })
    await until(async () => ran.length === 2)
    await few.run('short')
    await until(async () => ran.includes('steps 1 done') && ran.includes('steps 2 done'), 100)
    expect(ran).toContain('short')
    expect(ran.indexOf('short')).toBeLessThan(ran.findIndex((mark) => mark.endsWith('done')))
    // The last mark is set inside the task: its end is written a moment later.
    await until(async () => (await server.ok('getTask', { task_id }, many.token)).state === 1)
  } finally {
    await server.close()
  }
})
