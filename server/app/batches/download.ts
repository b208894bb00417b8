import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import yazl from 'yazl'
import { distinctNames, safeFileName, stemOf } from '#core/domain/file-names.ts'
import { extensionOf } from '#core/domain/limits.ts'
import { TaskState } from '#core/domain/task.ts'
import { writeSrt } from '#core/subtitle/srt.ts'
import { BlobMissing } from '../../store/blobs.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../refusal.ts'
import { cuesOf } from '../subtitles/rows.ts'

interface Made {
  readonly name: string
  readonly language: string
  readonly blob: string | null
  readonly subtitle: string | null
}

/** A zip that is written while it is read: what is read slowly is made slowly, and one file is open at a time. */
export interface BatchZip {
  readonly fileName: string
  readonly stream: Readable
}

/** Everything that the tasks of a batch made, under readable names. Whoever calls has checked the signature. */
export async function openBatchZip(deps: Deps, batchId: string): Promise<BatchZip> {
  const batch = await deps.db
    .selectFrom('batch')
    .innerJoin('folder', 'folder.id', 'batch.folder_id')
    .select(['folder.name', 'batch.task_type'])
    .where('batch.id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw notFound()
  const files = (await madeBy(deps, batchId)).flatMap((made) => filesOf(deps, made))
  const names = distinctNames(
    files.map(({ made: { name, language }, extension }) =>
      safeFileName(stemOf(name) + (language && ` (${language})`), extension),
    ),
  )
  const zip = new yazl.ZipFile()
  for (const [at, file] of files.entries()) {
    zip.addReadStreamLazy(names[at] ?? '', { compress: file.compress }, (give) => {
      file.open().then(
        (stream) => give(null, stream),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  zip.end()
  const stream = zip.outputStream as Readable
  zip.on('error', (error) => stream.destroy(error instanceof Error ? error : new Error(String(error))))
  return { fileName: safeFileName(`${batch.name} ${batch.task_type}`, 'zip'), stream }
}

interface ZippedFile {
  readonly made: Made
  readonly extension: string
  /** Videos do not get smaller. */
  readonly compress: boolean
  open(): Promise<Readable>
}

function filesOf(deps: Deps, made: Made): ZippedFile[] {
  const { blob, subtitle } = made
  return [
    ...(blob === null
      ? []
      : [{ made, extension: extensionOf(blob), compress: false, open: () => openBlob(deps, blob) }]),
    ...(subtitle === null
      ? []
      : [{ made, extension: 'srt', compress: true, open: () => openSubtitle(deps, subtitle) }]),
  ]
}

async function madeBy({ db }: Deps, batchId: string): Promise<Made[]> {
  return db
    .selectFrom('task')
    .select(['name', 'language', 'result_blob as blob', 'result_subtitle_id as subtitle'])
    .where('batch_id', '=', batchId)
    .where('state', '=', TaskState.succeeded)
    .orderBy('name')
    .orderBy('language')
    .orderBy('id')
    .execute()
}

/** The file of a task; a copy that had to be made for reading is gone when it was read. */
async function openBlob({ blobs, workDir }: Deps, key: string): Promise<Readable> {
  const folder = await mkdtemp(join(workDir, 'zip-'))
  const clear = (): void => void rm(folder, { recursive: true, force: true }).catch(() => undefined)
  try {
    if (!(await blobs.has(key))) throw new BlobMissing(`No blob ${key}`)
    return createReadStream(await blobs.localPath(key, folder)).on('close', clear)
  } catch (error) {
    clear()
    throw error
  }
}

async function openSubtitle({ db }: Deps, id: string): Promise<Readable> {
  const row = await db.selectFrom('subtitle').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return Readable.from([Buffer.from(writeSrt(cuesOf(row)))])
}
