import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TaskState } from '#core/domain/task.ts'
import { openBatchZip } from '#server/app/batches/download.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

const FILES = 6
const FILE_BYTES = 64 * 1024 ** 2
/** A fraction of what is streamed. */
const MOST_MORE = 96 * 1024 ** 2

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
afterAll(() => server.close())

/** Memory that the program holds: its own, and that of buffers. */
const inUse = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test('a zip of 400 MB streams with as little memory at its end as at its beginning', async () => {
  const token = await signUp(server)
  const { deps } = server.services
  const { folder_id, video_id } = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, video_id)
  const choice = { task_type: 'video_synthesis', folder_id, to_languages: [], config: {} }
  const { batch_id } = await server.ok('addBatch', { ...choice, idempotency_key: 'zip-of-a-batch' }, token)
  const { id, ...task } = await deps.db
    .selectFrom('task')
    .selectAll()
    .where('batch_id', '=', batch_id)
    .executeTakeFirstOrThrow()
  for (let at = 0; at < FILES; at++) {
    const path = join(deps.workDir, `sparse-${at}`)
    await writeFile(path, '')
    await truncate(path, FILE_BYTES)
    await deps.blobs.put(`result/${id}-${at}/video.mp4`, path)
    const made = { id: `${id}-${at}`, idempotency_key: `${id}-${at}`, result_blob: `result/${id}-${at}/video.mp4` }
    const row = { ...task, ...made, config: '{}', report: null, state: TaskState.succeeded }
    await deps.db.insertInto('task').values(row).execute()
  }
  const { stream } = await openBatchZip(deps, batch_id, {})
  const before = inUse()
  let [bytes, most] = [0, 0]
  for await (const part of stream) {
    bytes += (part as Buffer).length
    most = Math.max(most, inUse() - before)
  }
  expect(bytes).toBeGreaterThan(FILES * FILE_BYTES)
  expect(most).toBeLessThan(MOST_MORE)
}, 120_000)
