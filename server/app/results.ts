import { constants } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { safeFileName, stemOf } from '#core/domain/file-names.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { extensionOf, UPLOAD_PART_BYTES } from '#core/domain/limits.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import { nameIn } from '#core/translate/names.ts'
import { sha256 } from '../store/id.ts'
import type { TaskTable } from '../store/tables/tasks.ts'
import type { Caller } from './batches/skipped.ts'
import type { Deps } from './deps.ts'
import { checkFolder } from './folders.ts'
import { notFound, Refusal } from './refusal.ts'
import { own } from './scope.ts'
import { copiedText, insertVersion } from './subtitles/add.ts'
import { importedFrom } from './subtitles/imported.ts'
import { wordTimesOf } from './subtitles/word-times.ts'
import { describeVersion } from './subtitles/present.ts'
import { findHead, versionHead } from './subtitles/read.ts'
import { languageOf } from './subtitles/rows.ts'
import { withLanguage } from './tasks/download.ts'
import { addVideo } from './videos/write.ts'

interface Keep {
  readonly task_id: string
  readonly folder_id?: string | undefined
}

type Task = Selectable<TaskTable>

/** The caller's finished task; a Refusal if it is unfinished, failed, or not the caller's. */
async function doneTask(deps: Deps, accountId: string, taskId: string): Promise<Task> {
  const task = await own({ db: deps.db, accountId }, 'task', taskId)
  if (task.is_internal) throw notFound()
  if (describeTaskState(task.state).isOngoing) throw new Refusal('notice', 'being_generated')
  if (task.state !== TaskState.succeeded) throw notFound()
  return task
}

/** The subtitles of a task as a file without a video in a folder; an existing one is returned. */
export async function keepSubtitles(deps: Deps, accountId: string, input: Keep): Promise<SubtitleVersion> {
  const task = await doneTask(deps, accountId, input.task_id)
  if (task.result_subtitle_id === null) throw new Refusal('refused', 'result_gone')
  const folder_id = input.folder_id ?? task.folder_id
  await checkFolder(deps.db, accountId, folder_id)
  return deps.db.transaction().execute(async (tx) => {
    // The task's row serialises requests for the same file.
    await own({ db: tx, accountId }, 'task', task.id, { lock: true })
    const made = await findHead(tx, accountId, task.result_subtitle_id ?? '')
    if (made.video_id === null && made.folder_id === folder_id) return describeVersion(made)
    const id = keptId(task, folder_id)
    const kept = await tx.selectFrom('subtitle').select(versionHead).where('id', '=', id).executeTakeFirst()
    if (kept) return describeVersion(kept)
    const language = languageOf(made)
    const version = {
      ...{ id, account_id: accountId, folder_id, video_id: null, task_id: null, language },
      ...{ name: nameIn(stemOf(made.name), language, language), source: made.source, style: made.style },
      ...{ text: copiedText(made), imported: importedFrom(made), words: await wordTimesOf(tx, made.id) },
    }
    return describeVersion(await insertVersion(tx, version))
  })
}

/** A result has one id per folder. */
function keptId(task: Task, folderId: string): string {
  return sha256(JSON.stringify(['result', task.id, folderId])).slice(0, 40)
}

/** The video or sound of a task of one of these types as one of a folder; an existing one is returned. */
export async function keepVideo(
  deps: Deps,
  { accountId, language }: Caller,
  types: readonly string[],
  input: Keep,
): Promise<Video> {
  const task = await doneTask(deps, accountId, input.task_id)
  if (!types.includes(task.type)) throw notFound()
  const folder_id = input.folder_id ?? task.folder_id
  await checkFolder(deps.db, accountId, folder_id)
  if (task.result_blob === null || !(await deps.blobs.has(task.result_blob)))
    throw new Refusal('refused', 'result_gone')
  const upload_id = await copyAsUpload(deps, task, folder_id, task.result_blob)
  const spoken = isLanguageCode(task.language) ? task.language : 'en'
  return addVideo(deps, accountId, language, { upload_id, folder_id, language: spoken })
}

/** The file as a complete upload, with an id per folder. */
async function copyAsUpload(deps: Deps, task: Task, folderId: string, blob: string): Promise<string> {
  const { db, blobs, workDir } = deps
  const id = keptId(task, folderId)
  const there = await db.selectFrom('upload').select('id').where('id', '=', id).executeTakeFirst()
  if (there) return id
  const key = `source/${id}/video.${extensionOf(blob)}`
  const folder = await mkdtemp(join(workDir, 'keep-'))
  try {
    const copy = join(folder, 'copy')
    await copyFile(await blobs.localPath(blob, folder), copy, constants.COPYFILE_FICLONE)
    const { size } = await stat(copy)
    await blobs.put(key, copy)
    const file_name = safeFileName(stemOf(task.name), extensionOf(blob), withLanguage(task.language))
    await db
      .insertInto('upload')
      .values({
        ...{ id, account_id: task.account_id, file_name, size, part_size: UPLOAD_PART_BYTES },
        ...{ blob_key: key, storage_id: '', state: 'complete' },
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return id
}
