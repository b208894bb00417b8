import { setTimeout as wait } from 'node:timers/promises'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { DubForm } from '#core/domain/dubbing.ts'
import { safeFileName, stemOf } from '#core/domain/file-names.ts'
import { extensionOf } from '#core/domain/limits.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import { dubOutput } from '#core/tasks/dub-output.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { videoDubbing } from '#core/tasks/video-dubbing.ts'
import { transact } from '../../store/deadlock.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal, refusalOf } from '../refusal.ts'
import { own, type Starter } from '../scope.ts'
import { startTask } from './start.ts'

/** How long an answer waits: the caller asks again with the same key. */
const WAIT_MS = 4000
const CHECK_EVERY_MS = 200

const dubs: readonly string[] = [videoDubbingOnly.type, videoDubbing.type]

/** What a file's name has behind the dub's name and language. */
const endings: Readonly<Record<DubForm, string>> = {
  ...{ video: '', wav: '', flac: '', aac: '' },
  ...{ stems: ' stems', cues: ' cue sheet', takes: ' takes', tracks: ' tracks' },
}

/** Starts a form of the caller's finished dub, or finds the one of the same key, and waits a while. Throws a Refusal. */
export async function makeDubOutput(
  deps: Deps,
  { accountId, keyId }: Starter,
  { idempotency_key: idempotencyKey, ...config }: ParsedInputOf<'runDubOutput'>,
): Promise<DataOf<'runDubOutput'>> {
  const { db } = deps
  const dub = await own({ db, accountId }, 'task', config.dub_task_id)
  if (!dubs.includes(dub.type)) throw notFound()
  if (describeTaskState(dub.state).isOngoing) throw new Refusal('notice', 'being_generated')
  if (dub.state !== TaskState.succeeded) throw notFound()
  const video = await db
    .selectFrom('task_subject')
    .innerJoin('dub_mix', 'dub_mix.task_id', 'task_subject.task_id')
    .select('task_subject.id')
    .where('task_subject.task_id', '=', dub.id)
    .where('task_subject.kind', '=', 'video')
    .executeTakeFirst()
  if (!video) throw new Refusal('refused', 'dub_without_mix')
  const options = { type: dubOutput.type, subjects: { video: video.id }, config, idempotencyKey, keyId }
  const { task_id } = await transact(db, (tx) => startTask(deps, tx, accountId, options))
  const until = Date.now() + WAIT_MS
  for (;;) {
    const row = await db
      .selectFrom('task')
      .select(['type', 'state', 'result_blob', 'fail_msg', 'progress'])
      .where('id', '=', task_id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!row || row.type !== dubOutput.type) throw notFound()
    if (row.state === TaskState.failed) throw refusalOf(row.fail_msg)
    if (row.state === TaskState.succeeded && row.result_blob === null) throw new Refusal('refused', 'result_gone')
    if (row.result_blob !== null || Date.now() >= until) {
      const language = dub.language === '' ? '' : ` (${dub.language})`
      const around = (name: string): string => `${name}${language}${endings[config.form]}`
      const file_name = safeFileName(stemOf(dub.name), extensionOf(row.result_blob ?? ''), around)
      const url = deps.signedUrls.media(row.result_blob, { download: file_name })
      return { task_id, is_waiting: row.state === TaskState.queued, progress: row.progress, url, file_name }
    }
    await wait(CHECK_EVERY_MS)
  }
}
