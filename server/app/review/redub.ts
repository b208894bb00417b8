import { type Selectable, sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { ChangedDub } from '#core/contract/review.ts'
import { TaskState } from '#core/domain/task.ts'
import { videoDubbing } from '#core/tasks/video-dubbing.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import type { Db } from '../../store/db.ts'
import type { TaskTable } from '../../store/tables/tasks.ts'
import type { Deps } from '../deps.ts'
import { translateMessage } from '../messages.ts'
import { notFound, Refusal } from '../refusal.ts'
import { own, type Scope, type Starter } from '../scope.ts'
import { subjectId } from '../tasks/attempts.ts'
import { quote, startTask, type Started } from '../tasks/start.ts'
import { transact } from '../../store/deadlock.ts'

type Caller = Pick<Scope, 'accountId' | 'language'>

/** A dub that can be repeated: its source and configuration. */
interface Again {
  readonly type: string
  readonly fileId: string
  readonly videoId: string
  readonly config: Readonly<Record<string, unknown>>
}

/**
 * The newest dub of each video and language in the caller's folder whose cues were edited since, with the price of the
 * edited cues.
 */
export async function listChangedDubs(
  deps: Deps,
  { accountId, language }: Caller,
  folderId: string,
): Promise<DataOf<'listChangedDubs'>> {
  const folder = await own({ db: deps.db, accountId }, 'folder', folderId)
  const tasks = await newestDubs(deps.db, accountId, folder.id)
  const list: ChangedDub[] = []
  for (const task of tasks) {
    const again = await againOf(deps.db, accountId, task)
    if (!again) continue
    const { video_name, ...quoted } = await priceOf(deps, { accountId, language }, again)
    if (quoted.changed_lines === 0 && quoted.refusal === '') continue
    const { fileId: file_id, videoId: video_id, type: task_type } = again
    list.push({ task_id: task.id, task_type, file_id, video_id, video_name, language: task.language, ...quoted })
  }
  return { list }
}

async function newestDubs(db: Db, accountId: string, folderId: string) {
  return db
    .selectFrom('task')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .innerJoin('video', 'video.id', 'task_subject.id')
    .distinctOn(['video.name', 'task_subject.id', 'task.language'])
    .selectAll('task')
    .where('task.account_id', '=', accountId)
    .where('video.folder_id', '=', folderId)
    .where('task.type', 'in', [videoDubbing.type, videoDubbingOnly.type])
    .where('task.state', '=', TaskState.succeeded)
    .where('task_subject.kind', '=', 'video')
    .orderBy('video.name')
    .orderBy('task_subject.id')
    .orderBy('task.language')
    .orderBy('task.updated_at', 'desc')
    .orderBy(sql`task.id`)
    .limit(500)
    .execute()
}

/**
 * The source of a repeated dub: its own translation if edited, else its edited source version. Undefined if neither was
 * edited or exists.
 */
async function againOf(
  db: Db,
  accountId: string,
  { id, type, config, result_subtitle_id }: Selectable<TaskTable>,
): Promise<Again | undefined> {
  const videoId = await subjectId(db, id, 'video')
  if (videoId === undefined) return undefined
  const revisionOf = async (fileId: string | null | undefined): Promise<number | undefined> => {
    if (!fileId) return undefined
    const row = await db
      .selectFrom('subtitle')
      .select('revision')
      .where('id', '=', fileId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row?.revision
  }
  if (((await revisionOf(result_subtitle_id)) ?? FIRST_REVISION) > FIRST_REVISION)
    return { type: videoDubbingOnly.type, fileId: result_subtitle_id ?? '', videoId, config }
  const fileId = await subjectId(db, id, 'subtitle')
  const revision = await revisionOf(fileId)
  if (fileId === undefined || revision === undefined || revision === config['revision']) return undefined
  return { type, fileId, videoId, config }
}

/** A task-made version's state before any edit. */
const FIRST_REVISION = 1

async function priceOf(deps: Deps, { accountId, language }: Caller, { type, fileId, videoId, config }: Again) {
  const { name: video_name } = await own({ db: deps.db, accountId }, 'video', videoId)
  try {
    await refuseTwice(deps.db, fileId)
    const asked = { ...config, task_type: type, video_id: videoId, file_id: fileId }
    const { credits, changed } = await quote(deps, accountId, asked)
    return { video_name, credits, lines: changed?.of ?? 0, changed_lines: changed?.lines ?? 0, refusal: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refusal = translateMessage(language, error.key, error.params)
    return { video_name, credits: 0, lines: 0, changed_lines: 0, refusal }
  }
}

/** A Refusal while a dub of a version is in progress: a second one would pay for the same cues twice. */
async function refuseTwice(db: Db, fileId: string): Promise<void> {
  const busy = await db
    .selectFrom('task')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .select('task.id')
    .where('task_subject.kind', '=', 'subtitle')
    .where('task_subject.id', '=', fileId)
    .where('task.type', 'in', [videoDubbing.type, videoDubbingOnly.type])
    .where('task.state', 'in', [TaskState.queued, TaskState.running])
    .executeTakeFirst()
  if (busy) throw new Refusal('notice', 'being_generated')
}

/** Repeats the caller's dub: unchanged cues are reused and free. */
export async function redub(
  deps: Deps,
  { accountId, keyId }: Starter,
  { task_id, idempotency_key }: ParsedInputOf<'redub'>,
): Promise<Started> {
  return transact(deps.db, async (tx) => {
    // Of two concurrent requests the second finds the task of the first.
    const task = await own({ db: tx, accountId }, 'task', task_id, { lock: true })
    if (task.type !== videoDubbing.type && task.type !== videoDubbingOnly.type) throw notFound()
    const before = await tx
      .selectFrom('task')
      .select(['id', 'credits'])
      .where('account_id', '=', accountId)
      .where('idempotency_key', '=', idempotency_key)
      .executeTakeFirst()
    if (before) return { task_id: before.id, credits: before.credits }
    if (task.state !== TaskState.succeeded) throw new Refusal('notice', 'being_generated')
    const again = await againOf(tx, accountId, task)
    if (!again) throw new Refusal('notice', 'dub_unchanged')
    await refuseTwice(tx, again.fileId)
    return startTask(deps, tx, accountId, {
      type: again.type,
      subjects: { video: again.videoId, subtitle: again.fileId },
      config: again.config,
      idempotencyKey: idempotency_key,
      keyId,
    })
  })
}
