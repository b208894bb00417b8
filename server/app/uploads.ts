import type { Selectable } from 'kysely'
import type { Readable } from 'node:stream'
import {
  GB,
  extensionOf,
  isMediaName,
  leastBytes,
  mediaExtensions,
  UPLOAD_PART_BYTES,
  videoLimits,
} from '#core/domain/limits.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { partCount, ShortPart, type UploadTarget } from '../store/blobs.ts'
import type { Tx } from '../store/db.ts'
import { newId } from '../store/id.ts'
import type { UploadTable } from '../store/tables/files.ts'
import type { Deps } from './deps.ts'
import { refuseBytes } from './quota.ts'
import { checkFolder } from './folders.ts'
import { notFound, Refusal } from './refusal.ts'
import { own } from './scope.ts'

export type Upload = Selectable<UploadTable>

/** Begins an upload: part size and addresses. A file that can't become a video or a sound is refused. */
export async function beginUpload(
  deps: Deps,
  accountId: string,
  input: { file_name: string; size: number; folder_id?: string | undefined },
): Promise<DataOf<'getUploadToken'>> {
  if (input.folder_id !== undefined) await checkFolder(deps.db, accountId, input.folder_id)
  const extension = extensionOf(input.file_name)
  refuseFile(input.file_name, input.size)
  const upload = await registerUpload(deps, accountId, { ...input, extension })
  return {
    ...(await describe(deps, upload)),
    uploadurl: await partAddress(deps, upload, 1),
    limits: {
      extensions: [...mediaExtensions],
      max_bytes: videoLimits.maxBytes,
      min_bytes: leastBytes(input.file_name),
    },
  }
}

/** The row first, as limits count rows; the store's own upload after it. */
async function registerUpload(
  deps: Deps,
  accountId: string,
  file: { file_name: string; size: number; extension: string },
): Promise<Upload> {
  const id = newId()
  const { row, resting } = await deps.db.transaction().execute(async (tx) => {
    const resting = await makeRoom(tx, accountId, file.size)
    await refuseBytes(tx, accountId, deps.accountGb, file.size)
    const row = await tx
      .insertInto('upload')
      .values({
        id,
        account_id: accountId,
        file_name: file.file_name,
        size: file.size,
        part_size: UPLOAD_PART_BYTES,
        blob_key: `source/${id}/original.${file.extension}`,
        storage_id: '',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { row, resting }
  })
  for (const upload of resting) await removeFiles(deps, upload)
  try {
    const storage_id = await deps.blobs.beginUpload(targetOf(row))
    await deps.db.updateTable('upload').set({ storage_id }).where('id', '=', id).execute()
    return { ...row, storage_id }
  } catch (error) {
    await deps.db.deleteFrom('upload').where('id', '=', id).execute()
    throw error
  }
}

/** Unfinished uploads that an account may have. */
const openLimits = { uploads: 100, bytes: 40 * GB }
/** An upload idle for this long makes room for a new one. */
const RESTING_MS = 60 * 60 * 1000

/**
 * Refuses an upload beyond an account's limits; idle ones are dropped for it, oldest first, and returned for the removal
 * of their files. The account's row is the lock.
 */
async function makeRoom(tx: Tx, accountId: string, size: number): Promise<Upload[]> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
  const open = await tx
    .selectFrom('upload')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'used')
    .orderBy('touched_at')
    .execute()
  const resting: Upload[] = []
  const left = [...open]
  const isFull = (): boolean => left.length >= openLimits.uploads || sizeOf(left) + size > openLimits.bytes
  while (isFull()) {
    const [oldest] = left
    if (!oldest || oldest.touched_at.getTime() > Date.now() - RESTING_MS) break
    resting.push(oldest)
    left.shift()
  }
  if (left.length >= openLimits.uploads) throw new Refusal('refused', 'too_many_uploads', { n: left.length })
  if (isFull()) throw new Refusal('refused', 'uploads_too_large', { n: openLimits.bytes / GB })
  const ids = resting.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('upload').where('id', 'in', ids).execute()
  return resting
}

function sizeOf(uploads: readonly Upload[]): number {
  return uploads.reduce((sum, { size }) => sum + size, 0)
}

async function removeFiles(deps: Deps, upload: Upload): Promise<void> {
  if (upload.state === 'open') await deps.blobs.abortUpload(targetOf(upload)).catch(() => undefined)
  await deps.blobs.remove(`source/${upload.id}`)
}

function refuseFile(fileName: string, size: number): void {
  if (!isMediaName(fileName))
    throw new Refusal('refused', 'format_not_supported', { formats: mediaExtensions.join(', ') })
  const least = leastBytes(fileName)
  if (size > videoLimits.maxBytes) throw new Refusal('refused', 'file_too_large', { n: videoLimits.maxBytes / GB })
  if (size < least) throw new Refusal('refused', 'file_too_small', { n: least / 1024 })
}

/** An upload's progress, and addresses for its parts. */
export async function uploadPart(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'uploadPart'>,
): Promise<DataOf<'uploadPart'>> {
  if (input.folder_id !== undefined) await checkFolder(deps.db, accountId, input.folder_id)
  const upload = await findUpload(deps, accountId, input.upload_id)
  const part = input.part_number ?? 1
  if (part > partCount(upload.size, upload.part_size)) throw notFound()
  await deps.db.updateTable('upload').set({ touched_at: new Date() }).where('id', '=', upload.id).execute()
  return { ...(await describe(deps, upload)), uploadurl: await partAddress(deps, upload, part) }
}

/** Stores a part's bytes if the store has no addresses of its own. The caller checks the address's signature. */
export async function receivePart(deps: Deps, uploadId: string, part: number, body: Readable): Promise<void> {
  const upload = await deps.db.selectFrom('upload').selectAll().where('id', '=', uploadId).executeTakeFirst()
  if (!upload || upload.state !== 'open') throw notFound()
  const others = arriving.get(uploadId) ?? 0
  if (others >= PARTS_AT_ONCE) throw new Refusal('refused', 'too_many_requests')
  arriving.set(uploadId, others + 1)
  try {
    await deps.blobs.writePart(targetOf(upload), part, body)
    await deps.db.updateTable('upload').set({ touched_at: new Date() }).where('id', '=', uploadId).execute()
  } catch (error) {
    if (error instanceof ShortPart || hasGone(error)) throw new Refusal('refused', 'part_incomplete')
    throw error
  } finally {
    const left = (arriving.get(uploadId) ?? 1) - 1
    if (left > 0) arriving.set(uploadId, left)
    else arriving.delete(uploadId)
  }
}

/** Whether the sender of a body disconnected, as by closing the page: no fault of the server. */
function hasGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Parts of one upload that this process receives at once: each takes disk space until it is whole. */
const arriving = new Map<string, number>()
const PARTS_AT_ONCE = 8

/** The joined file of an upload; resumes where a killed process stopped. */
export async function finishUpload(deps: Deps, accountId: string, uploadId: string): Promise<Upload> {
  const upload = await findUpload(deps, accountId, uploadId)
  if (upload.state !== 'open') return upload
  try {
    await deps.blobs.completeUpload(targetOf(upload))
  } catch (error) {
    if (error instanceof ShortPart) throw new Refusal('refused', 'upload_incomplete')
    throw error
  }
  const done = { state: 'complete', touched_at: new Date() } as const
  await deps.db.updateTable('upload').set(done).where('id', '=', uploadId).where('state', '=', 'open').execute()
  return { ...upload, ...done }
}

/** Deletes an upload whose file was refused. */
export async function dropUpload(deps: Pick<Deps, 'db' | 'blobs'>, upload: Upload): Promise<void> {
  await deps.blobs.remove(`source/${upload.id}`)
  await deps.db.deleteFrom('upload').where('id', '=', upload.id).execute()
}

/** Removes an abandoned upload and its parts. */
export async function abandonUpload(deps: Pick<Deps, 'db' | 'blobs'>, upload: Upload): Promise<void> {
  if (upload.state === 'open') await deps.blobs.abortUpload(targetOf(upload))
  await dropUpload(deps, upload)
}

async function findUpload(deps: Deps, accountId: string, uploadId: string): Promise<Upload> {
  return own({ db: deps.db, accountId }, 'upload', uploadId)
}

async function describe(
  deps: Deps,
  upload: Upload,
): Promise<{ upload_id: string; part_size: number; parts: number[]; part_count: number }> {
  const part_count = partCount(upload.size, upload.part_size)
  const all = Array.from({ length: part_count }, (_, index) => index + 1)
  return {
    upload_id: upload.id,
    part_size: upload.part_size,
    parts: upload.state === 'open' ? await deps.blobs.listParts(targetOf(upload)) : all,
    part_count,
  }
}

async function partAddress(deps: Deps, upload: Upload, part: number): Promise<string> {
  if (upload.state !== 'open') return ''
  return (await deps.blobs.partAddress(targetOf(upload), part)) ?? deps.signedUrls.part(upload.id, part)
}

function targetOf(upload: Upload): UploadTarget {
  return {
    key: upload.blob_key,
    uploadId: upload.id,
    storageId: upload.storage_id,
    size: upload.size,
    partSize: upload.part_size,
  }
}
