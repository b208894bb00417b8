import type { Readable } from 'node:stream'
import { z } from 'zod'
import { distinctNames, fitted, safeFileName, stemOf } from '#core/domain/file-names.ts'
import { interfaceLanguage } from '#core/domain/languages.ts'
import { extensionOf } from '#core/domain/limits.ts'
import { fillTemplate, longestTemplate, usualTemplate } from '#core/domain/name-template.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Loss } from '#core/subtitle/formats/convert.ts'
import { fileEnding, type Format, formats as allFormats } from '#core/subtitle/formats/format.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../refusal.ts'
import { openBlob, openSubtitle, ownFormat, type Zip, ZipLosses, zipOf, type ZippedFile } from '../zip.ts'

interface Made {
  readonly id: string
  readonly name: string
  readonly language: string
  readonly blob: string | null
  readonly subtitle: string | null
  /** The subtitle's original format. */
  readonly imported_format: Format | null
}

const commas = (text: string): string[] => text.split(',').filter((part) => part !== '')

/** Which results of a batch are wanted, under which names; by default everything, subtitles in their own formats. */
const wanted = z.object({
  template: z.string().max(longestTemplate).default(usualTemplate),
  parts: z.enum(['all', 'videos', 'subtitles']).default('all'),
  formats: z
    .string()
    .max(60)
    .default('own')
    .transform(commas)
    .pipe(z.array(z.enum(['own', ...allFormats])).min(1)),
  /** Ids of tasks; by default all that succeeded. */
  tasks: z.string().max(130_000).default('').transform(commas),
  /** Language of the list of losses. */
  language: z.string().max(10).optional().transform(interfaceLanguage),
})
type Wanted = z.output<typeof wanted>

/** Results of a batch's tasks, under readable names. The caller has checked the signature. */
export async function openBatchZip(deps: Deps, batchId: string, query: unknown): Promise<Zip> {
  const read = wanted.safeParse(query)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Refusal('refused', 'invalid_input', { field: issue?.path.join('.') ?? '', detail: issue?.message ?? '' })
  }
  const batch = await deps.db
    .selectFrom('batch')
    .innerJoin('folder', 'folder.id', 'batch.folder_id')
    .select(['folder.name', 'batch.task_type', 'batch.created_at'])
    .where('batch.id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw notFound()
  const made = await madeBy(deps, batchId, read.data)
  const files = made.flatMap((one, at) => filesOf(deps, batch, read.data, one, at + 1))
  const names = distinctNames(files.map(({ name }) => name))
  const { language } = read.data
  const losses = new ZipLosses()
  return zipOf(
    safeFileName(`${batch.name} ${batch.created_at.toISOString().slice(0, 10)}`, 'zip'),
    files.map((file, at) => {
      const name = names[at] ?? file.name
      return { ...file, name, open: () => file.open((lost) => losses.add(language, name, lost)) }
    }),
    () => losses.file(language),
  )
}

/** One more file that lists what the format can't hold. */
interface MadeFile extends Omit<ZippedFile, 'open'> {
  open(hear: (losses: readonly Loss[]) => void): Promise<Readable>
}

function filesOf(
  deps: Deps,
  batch: { readonly name: string; readonly task_type: string },
  { template, parts, formats }: Wanted,
  { name, language, blob, subtitle, imported_format }: Made,
  number: number,
): MadeFile[] {
  const rest = { language, type: batch.task_type, number: String(number) }
  const fill = (own: string, folder: string): string => fillTemplate(template, { ...rest, name: own, folder })
  // The part of the name that distinguishes files of one video is not shortened.
  const own = fitted(stemOf(name), (fit) => fill(fit, batch.name))
  const stem = fill(
    own,
    fitted(batch.name, (fit) => fill(own, fit)),
  )
  const video = { name: safeFileName(stem, extensionOf(blob ?? '')), compress: false }
  const textAs = (format: Format): MadeFile => ({
    name: safeFileName(stem, fileEnding(format)),
    compress: true,
    open: (hear) => openSubtitle(deps, subtitle ?? '', format, hear),
  })
  const wanted = new Set(formats.map((format) => (format === 'own' ? ownFormat({ imported_format }) : format)))
  return [
    ...(blob === null || parts === 'subtitles' ? [] : [{ ...video, open: () => openBlob(deps, blob) }]),
    ...(subtitle === null || parts === 'videos' ? [] : [...wanted].map(textAs)),
  ]
}

async function madeBy({ db }: Deps, batchId: string, { tasks }: Wanted): Promise<Made[]> {
  let query = db
    .selectFrom('task')
    .leftJoin('subtitle', 'subtitle.id', 'task.result_subtitle_id')
    .select(['task.id', 'task.name', 'task.language', 'result_blob as blob', 'result_subtitle_id as subtitle'])
    .select('subtitle.imported_format')
    .where('task.batch_id', '=', batchId)
    .where('task.state', '=', TaskState.succeeded)
  if (tasks.length > 0) query = query.where('task.id', 'in', tasks)
  return query.orderBy('task.name').orderBy('task.language').orderBy('task.id').execute()
}
