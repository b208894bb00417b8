import type { Selectable } from 'kysely'
import type { Readable } from 'node:stream'
import { extensionOf, UPLOAD_PART_BYTES, videoExtensions, videoLimits } from '#core/domain/limits.ts'
import type { DataOf } from '#core/contract/index.ts'
import { partCount, type UploadTarget } from '../store/blobs.ts'
import { ShortPart } from '../store/disk-blobs.ts'
import { newId } from '../store/id.ts'
import type { UploadTable } from '../store/schema.ts'
import type { Deps } from './deps.ts'
import { notFound, Refusal } from './refusal.ts'

type Upload = Selectable<UploadTable>

const GB = 1024 ** 3

export async function beginUpload(
  deps: Deps,
  accountId: string,
  input: { file_name: string; size: number },
): Promise<DataOf<'getUploadToken'>> {
  const extension = extensionOf(input.file_name)
  refuseFile(extension, input.size)
  const id = newId()
  const target = {
    uploadId: id,
    key: `source/${id}/original.${extension}`,
    size: input.size,
    partSize: UPLOAD_PART_BYTES,
  }
  const storage_id = await deps.blobs.beginUpload(target)
  const upload = await deps.db
    .insertInto('upload')
    .values({
      id,
      account_id: accountId,
      file_name: input.file_name,
      size: input.size,
      part_size: target.partSize,
      blob_key: target.key,
      storage_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return {
    ...(await describe(deps, upload)),
    uploadurl: await partAddress(deps, upload, 1),
    limits: {
      extensions: [...videoExtensions],
      max_bytes: videoLimits.maxBytes,
      min_bytes: videoLimits.minBytes,
    },
  }
}

function refuseFile(extension: string, size: number): void {
  if (!(videoExtensions as readonly string[]).includes(extension)) {
    throw new Refusal('refused', 'format_not_supported', { formats: videoExtensions.join(', ') })
  }
  if (size > videoLimits.maxBytes) throw new Refusal('refused', 'file_too_large', { n: videoLimits.maxBytes / GB })
  if (size < videoLimits.minBytes) throw new Refusal('refused', 'file_too_small', { n: videoLimits.minBytes / 1024 })
}

/** Where an upload stands and where to send a part. */
export async function uploadPart(
  deps: Deps,
  accountId: string,
  input: { upload_id: string; part_number?: number | undefined },
): Promise<DataOf<'uploadPart'>> {
  const upload = await findUpload(deps, accountId, input.upload_id)
  const part = input.part_number ?? 1
  if (part > partCount(upload.size, upload.part_size)) throw notFound()
  return { ...(await describe(deps, upload)), uploadurl: await partAddress(deps, upload, part) }
}

/** Takes a part's bytes where the store has no addresses of its own. The address's signature was checked. */
export async function receivePart(deps: Deps, uploadId: string, part: number, body: Readable): Promise<void> {
  const upload = await deps.db.selectFrom('upload').selectAll().where('id', '=', uploadId).executeTakeFirst()
  if (!upload || upload.state !== 'open') throw notFound()
  try {
    await deps.blobs.writePart(targetOf(upload), part, body)
  } catch (error) {
    if (error instanceof ShortPart) throw new Refusal('refused', 'part_incomplete')
    throw error
  }
}

/** The finished file of an upload, joined once. */
export async function finishUpload(deps: Deps, accountId: string, uploadId: string): Promise<Upload> {
  const upload = await findUpload(deps, accountId, uploadId)
  if (upload.state !== 'open') return upload
  const target = targetOf(upload)
  const parts = await deps.blobs.listParts(target)
  if (parts.length < partCount(upload.size, upload.part_size)) throw new Refusal('refused', 'upload_incomplete')
  await deps.blobs.completeUpload(target)
  await deps.db.updateTable('upload').set({ state: 'complete' }).where('id', '=', uploadId).execute()
  return { ...upload, state: 'complete' }
}

/** Forgets an upload whose file was refused. */
export async function dropUpload(deps: Deps, upload: Upload): Promise<void> {
  await deps.blobs.remove(`source/${upload.id}`)
  await deps.db.deleteFrom('upload').where('id', '=', upload.id).execute()
}

async function findUpload(deps: Deps, accountId: string, uploadId: string): Promise<Upload> {
  const upload = await deps.db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', uploadId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!upload) throw notFound()
  return upload
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
