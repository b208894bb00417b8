import { z } from 'zod'
import { distinctNames, fitted, safeFileName, stemOf } from '#core/domain/file-names.ts'
import { extensionOf } from '#core/domain/limits.ts'
import { fillTemplate, longestTemplate, usualTemplate } from '#core/domain/name-template.ts'
import { TaskState } from '#core/domain/task.ts'
import { fileEnding, type Format, formats as allFormats } from '#core/subtitle/format.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../refusal.ts'
import { openBlob, openSubtitle, type Zip, zipOf, type ZippedFile } from '../zip.ts'

interface Made {
  readonly id: string
  readonly name: string
  readonly language: string
  readonly blob: string | null
  readonly subtitle: string | null
}

const commas = (text: string): string[] => text.split(',').filter((part) => part !== '')

/** What of a batch is wanted, under which names; what is not said is as usual: everything, subtitles as SubRip. */
const wanted = z.object({
  template: z.string().max(longestTemplate).default(usualTemplate),
  parts: z.enum(['all', 'videos', 'subtitles']).default('all'),
  formats: z
    .string()
    .max(60)
    .default('srt')
    .transform(commas)
    .pipe(z.array(z.enum(allFormats)).min(1)),
  /** Ids of tasks; all that succeeded where there are none. */
  tasks: z.string().max(130_000).default('').transform(commas),
})
type Wanted = z.output<typeof wanted>

/** What the tasks of a batch made, under readable names. Whoever calls has checked the signature. */
export async function openBatchZip(deps: Deps, batchId: string, query: unknown): Promise<Zip> {
  const read = wanted.safeParse(query)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Refusal('refused', 'invalid_input', { field: issue?.path.join('.') ?? '', detail: issue?.message ?? '' })
  }
  const batch = await deps.db
    .selectFrom('batch')
    .innerJoin('folder', 'folder.id', 'batch.folder_id')
    .select(['folder.name', 'batch.task_type'])
    .where('batch.id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw notFound()
  const made = await madeBy(deps, batchId, read.data)
  const files = made.flatMap((one, at) => filesOf(deps, batch, read.data, one, at + 1))
  const names = distinctNames(files.map(({ name }) => name))
  return zipOf(
    safeFileName(`${batch.name} ${batch.task_type}`, 'zip'),
    files.map((file, at) => ({ ...file, name: names[at] ?? file.name })),
  )
}

function filesOf(
  deps: Deps,
  batch: { readonly name: string; readonly task_type: string },
  { template, parts, formats }: Wanted,
  { name, language, blob, subtitle }: Made,
  number: number,
): ZippedFile[] {
  const rest = { language, type: batch.task_type, number: String(number) }
  const fill = (own: string, folder: string): string => fillTemplate(template, { ...rest, name: own, folder })
  // What tells files of one video from each other stays whole.
  const own = fitted(stemOf(name), (fit) => fill(fit, batch.name))
  const stem = fill(
    own,
    fitted(batch.name, (fit) => fill(own, fit)),
  )
  const video = { name: safeFileName(stem, extensionOf(blob ?? '')), compress: false }
  const textAs = (format: Format): ZippedFile => ({
    name: safeFileName(stem, fileEnding(format)),
    compress: true,
    open: () => openSubtitle(deps, subtitle ?? '', format),
  })
  return [
    ...(blob === null || parts === 'subtitles' ? [] : [{ ...video, open: () => openBlob(deps, blob) }]),
    ...(subtitle === null || parts === 'videos' ? [] : formats.map(textAs)),
  ]
}

async function madeBy({ db }: Deps, batchId: string, { tasks }: Wanted): Promise<Made[]> {
  let query = db
    .selectFrom('task')
    .select(['id', 'name', 'language', 'result_blob as blob', 'result_subtitle_id as subtitle'])
    .where('batch_id', '=', batchId)
    .where('state', '=', TaskState.succeeded)
  if (tasks.length > 0) query = query.where('id', 'in', tasks)
  return query.orderBy('name').orderBy('language').orderBy('id').execute()
}
