import { sql } from 'kysely'
import { stemOf } from '#core/domain/file-names.ts'
import type { InterfaceLanguage, LanguageCode } from '#core/domain/languages.ts'
import { UPLOAD_PART_BYTES } from '#core/domain/limits.ts'
import { TaskState } from '#core/domain/task.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { TaskRow } from '../tasks/attempts.ts'
import { lockAttempt } from '../tasks/attempts.ts'
import type { Tx } from '../../store/db.ts'
import { newId, sha256 } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { checkFolder } from '../folders.ts'
import { Refusal } from '../refusal.ts'
import { videosById } from '../videos/read.ts'
import type { VideoRow } from '../videos/rows.ts'
import { startImport, startIngest } from '../videos/first-task.ts'
import { insertVideo } from '../videos/write.ts'
import { ImportFault } from './fault.ts'
import { findFiles, refuseSize } from './find.ts'
import { WrongSecretKeys } from '../secret-box.ts'
import type { FoundFile, Source } from './sources.ts'
import { transact } from '../../store/deadlock.ts'

/** Imports that one account may have in progress. */
const MOST_IMPORTS = 50
/** How long a link is examined while the user waits. */
const LOOK_MS = 60_000

interface Link {
  readonly url: string
  readonly password: string
}

/** The mp4 files behind a link. Throws a Refusal. */
export async function listImportFiles(deps: Deps, link: Link): Promise<DataOf<'listImportFiles'>> {
  const files = await lookInto(deps, link)
  return { list: files.map(({ path, name, size }) => ({ path, name, size })) }
}

/**
 * Makes a video of each chosen file of a link, by default of all; a task for each fetches it. Repeating the request adds
 * nothing.
 */
export async function importFiles(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  input: Link & { folder_id: string; language: LanguageCode; files: readonly string[]; idempotency_key: string },
): Promise<DataOf<'importFiles'>> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const before = await importedBefore(deps, accountId, input.idempotency_key)
  const ids = before.length > 0 ? before : await begin(deps, accountId, input)
  const videos = await videosById(deps, accountId, ids, language)
  return { list: ids.flatMap((id) => videos.get(id) ?? []) }
}

async function begin(deps: Deps, accountId: string, input: Parameters<typeof importFiles>[3]): Promise<string[]> {
  const found = await lookInto(deps, input)
  const chosen = input.files.length === 0 ? found : found.filter(({ path }) => input.files.includes(path))
  if (chosen.length === 0) throw new Refusal('refused', 'import_not_found')
  const [only] = chosen
  if (chosen.length === 1) refusing(() => refuseSize(only?.size ?? null))
  return transact(deps.db, async (tx) => {
    // Concurrent requests wait here and find the videos of the first.
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
    const before = await importedBefore({ db: tx }, accountId, input.idempotency_key)
    if (before.length > 0) return before
    await refuseTooMany(tx, accountId, chosen.length)
    const ids: string[] = []
    for (const [at, file] of chosen.entries())
      ids.push(await insertImport(deps, tx, { file, accountId, input, uploadId: uploadIdOf(accountId, input, at) }))
    return ids
  })
}

async function lookInto(deps: Deps, link: Link): Promise<FoundFile[]> {
  const signal = AbortSignal.timeout(LOOK_MS)
  try {
    return await findFiles(deps.web, link, signal)
  } catch (error) {
    if (error instanceof ImportFault) throw new Refusal('refused', error.key, error.params)
    if (signal.aborted) throw new Refusal('refused', 'import_slow')
    throw error
  }
}

function refusing(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof ImportFault ? new Refusal('refused', error.key, error.params) : error
  }
}

/** A stable id for the same file of the same request. */
function uploadIdOf(accountId: string, { idempotency_key }: { idempotency_key: string }, at: number): string {
  return `${keyOf(accountId, idempotency_key)}-${at}`
}

const IMPORTED = 'import-'

/** Whether an upload's id marks an import. */
export function isImported(uploadId: string): boolean {
  return uploadId.startsWith(IMPORTED)
}

const keyOf = (accountId: string, key: string): string => `${IMPORTED}${sha256(`${accountId} ${key}`).slice(0, 32)}`

async function importedBefore({ db }: Pick<Deps, 'db'>, accountId: string, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('video')
    .select(['id', 'upload_id'])
    .where('account_id', '=', accountId)
    .where('upload_id', 'like', `${keyOf(accountId, key)}-%`)
    .orderBy('upload_id')
    .execute()
  return rows.map(({ id }) => id)
}

async function refuseTooMany(tx: Tx, accountId: string, more: number): Promise<void> {
  const { n } = await tx
    .selectFrom('video_import')
    .innerJoin('video', 'video.id', 'video_import.video_id')
    .innerJoin('task', 'task.id', 'video.ingest_task_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('video.account_id', '=', accountId)
    .where('task.state', 'in', [TaskState.queued, TaskState.running])
    .executeTakeFirstOrThrow()
  if (n + more > MOST_IMPORTS) throw new Refusal('refused', 'import_too_many_waiting', { n: MOST_IMPORTS })
}

interface NewImport {
  readonly file: FoundFile
  readonly accountId: string
  readonly input: { folder_id: string; language: LanguageCode }
  readonly uploadId: string
}

/** The file gets the path of an upload, so that removal, sweeps and refusals treat it alike. */
async function insertImport(deps: Deps, tx: Tx, { file, accountId, input, uploadId }: NewImport): Promise<string> {
  const blob_key = `source/${uploadId}/original.mp4`
  await tx
    .insertInto('upload')
    .values({
      id: uploadId,
      account_id: accountId,
      file_name: file.name.slice(0, 255),
      size: file.size ?? 0,
      part_size: UPLOAD_PART_BYTES,
      blob_key,
      storage_id: '',
      state: 'used',
    })
    .execute()
  const video = {
    account_id: accountId,
    folder_id: input.folder_id,
    upload_id: uploadId,
    sample_id: null,
    name: stemOf(storableName(file.name)).trim() || 'video',
    language: input.language,
    blob_key,
    size: file.size ?? 0,
  }
  return insertVideo(deps, tx, video, async (...args) => {
    const [, , , { videoId }] = args
    await tx
      .insertInto('video_import')
      .values({
        video_id: videoId,
        host: new URL(file.source.address).host,
        source: JSON.stringify(sealed(deps, videoId, file.source)),
      })
      .execute()
    await startImport(...args)
  })
}

/** The other server's file name, cut to the limits of names here. */
function storableName(name: string): string {
  return name
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .slice(0, 200)
}

/** Where a video's file is to be fetched from; undefined once it is stored. */
export async function sourceOf(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  videoId: string,
): Promise<Source | undefined> {
  const row = await db.selectFrom('video_import').select('source').where('video_id', '=', videoId).executeTakeFirst()
  if (!row || !secrets.isSealed(row.source.authorization)) return row?.source
  const authorization = secrets.open(row.source.authorization, rowOf(videoId))
  if (authorization === undefined)
    throw new WrongSecretKeys(
      `What opens the source of video ${videoId} was sealed by a key that this process does not have: give all processes the same CUELANE_SECRET_KEYS (docs/api-keys.md).`,
    )
  return { ...row.source, authorization }
}

const rowOf = (videoId: string): string => `import ${videoId}`

/** A source as stored in the database, with its credentials encrypted. */
function sealed({ secrets }: Pick<Deps, 'secrets'>, videoId: string, source: Source): Source {
  const { authorization } = source
  return authorization === '' ? source : { ...source, authorization: secrets.seal(authorization, rowOf(videoId)) }
}

/** Deletes the source of a useless file. */
export async function forgetSource({ db }: Pick<Deps, 'db'>, videoId: string): Promise<void> {
  await db.deleteFrom('video_import').where('video_id', '=', videoId).execute()
}

/** The file has arrived: deletes its credentials and starts the task that prepares it. */
export async function endImport(deps: Deps, task: TaskRow, video: VideoRow, size: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockAttempt(tx, task))) return
    const taskId = newId()
    await tx.deleteFrom('video_import').where('video_id', '=', video.id).execute()
    await tx.updateTable('video').set({ size, ingest_task_id: taskId }).where('id', '=', video.id).execute()
    if (video.upload_id !== null)
      await tx.updateTable('upload').set({ size }).where('id', '=', video.upload_id).execute()
    await startIngest(deps, tx, task.account_id, { videoId: video.id, taskId })
    await tx.deleteFrom('task').where('id', '=', task.id).execute()
  })
}
