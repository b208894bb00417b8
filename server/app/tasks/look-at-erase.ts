import { setTimeout as wait } from 'node:timers/promises'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { EraseLook } from '#core/domain/erase-look.ts'
import { TaskState } from '#core/domain/task.ts'
import { eraseLook } from '#core/tasks/erase-look.ts'
import type { Deps } from '../deps.ts'
import { notFound, refusalOf } from '../refusal.ts'
import type { Starter } from '../scope.ts'
import type { SignedUrls } from '../signed-urls.ts'
import { startTask } from './start.ts'
import { transact } from '../../store/deadlock.ts'

/** How long an answer waits for the preview: the caller asks again with the same key. */
const WAIT_MS = 4000
const CHECK_EVERY_MS = 200

/** Starts a preview of an erasure, or finds the one of the same key, and waits for it a while. Throws a Refusal. */
export async function lookAtErase(
  deps: Deps,
  { accountId, keyId }: Starter,
  { video_id, idempotency_key: idempotencyKey, ...config }: ParsedInputOf<'lookAtErase'>,
): Promise<DataOf<'lookAtErase'>> {
  const options = { type: eraseLook.type, subjects: { video: video_id }, config, idempotencyKey, keyId }
  const { task_id } = await transact(deps.db, (tx) => startTask(deps, tx, accountId, options))
  const until = Date.now() + WAIT_MS
  for (;;) {
    const row = await deps.db
      .selectFrom('task')
      .select(['state', 'report', 'fail_msg', 'progress'])
      .where('id', '=', task_id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!row) throw notFound()
    if (row.state === TaskState.failed) throw refusalOf(row.fail_msg)
    const look = row.report?.look
    if (look || Date.now() >= until) {
      const isWaiting = row.state === TaskState.queued
      return {
        task_id,
        is_waiting: isWaiting,
        progress: row.progress,
        look: look ? addressed(look, deps.signedUrls) : null,
      }
    }
    await wait(CHECK_EVERY_MS)
  }
}

/** The preview with addresses in place of keys. */
function addressed({ stills, ...look }: EraseLook, urls: SignedUrls): DataOf<'lookAtErase'>['look'] {
  return {
    ...look,
    texts: [...look.texts],
    stills: stills.map(({ at_ms, blob, masks }) => ({
      at_ms,
      url: urls.media(blob),
      masks: masks.map(({ id, region, blob: mask }) => ({ id, region, url: urls.media(mask) })),
    })),
  }
}
