import { distinctNames, safeFileName, stemOf } from '#core/domain/file-names.ts'
import { extensionOf } from '#core/domain/limits.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../refusal.ts'
import { openBlob, openSubtitle, type Zip, zipOf, type ZippedFile } from '../zip.ts'

interface Made {
  readonly name: string
  readonly language: string
  readonly blob: string | null
  readonly subtitle: string | null
}

/** Everything that the tasks of a batch made, under readable names. Whoever calls has checked the signature. */
export async function openBatchZip(deps: Deps, batchId: string): Promise<Zip> {
  const batch = await deps.db
    .selectFrom('batch')
    .innerJoin('folder', 'folder.id', 'batch.folder_id')
    .select(['folder.name', 'batch.task_type'])
    .where('batch.id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw notFound()
  const files = (await madeBy(deps, batchId)).flatMap((made) => filesOf(deps, made))
  const names = distinctNames(files.map(({ name }) => name))
  return zipOf(
    safeFileName(`${batch.name} ${batch.task_type}`, 'zip'),
    files.map((file, at) => ({ ...file, name: names[at] ?? file.name })),
  )
}

function filesOf(deps: Deps, { name, language, blob, subtitle }: Made): ZippedFile[] {
  const named = (extension: string): string => safeFileName(stemOf(name) + (language && ` (${language})`), extension)
  return [
    ...(blob === null ? [] : [{ name: named(extensionOf(blob)), compress: false, open: () => openBlob(deps, blob) }]),
    ...(subtitle === null ? [] : [{ name: named('srt'), compress: true, open: () => openSubtitle(deps, subtitle) }]),
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
