import { distinctNames, safeFileName, stemOf } from '#core/domain/file-names.ts'
import { extensionOf } from '#core/domain/limits.ts'
import { interfaceLanguage, type InterfaceLanguage } from '#core/domain/languages.ts'
import { TaskState } from '#core/domain/task.ts'
import type { DataOf } from '#core/contract/index.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { translateMessage } from '../messages.ts'
import { notFound, Refusal } from '../refusal.ts'
import { fileEnding, type Format } from '#core/subtitle/formats/format.ts'
import { openBlob, openSubtitle, ownFormat, type Zip, zipOf, type ZippedFile } from '../zip.ts'

const DAY_MS = 86_400_000

/** A task's results. */
export interface Made {
  readonly name: string
  readonly language: string
  readonly blob: string | null
  readonly subtitle: string | null
  /** The cues' original format. */
  readonly format: Format | null
}

/** Results as files under readable, unique names. */
export function filesMade(deps: Deps, made: readonly Made[]): ZippedFile[] {
  const files = made.flatMap((each) => filesOf(deps, each))
  const names = distinctNames(files.map(({ name }) => name))
  return files.map((file, at) => ({ ...file, name: names[at] ?? file.name }))
}

/** Results of one name in several languages differ by these. */
export function withLanguage(language: string): (name: string) => string {
  return (name) => (language === '' ? name : `${name} (${language})`)
}

function filesOf(deps: Deps, { name, language, blob, subtitle, format }: Made): ZippedFile[] {
  const named = (extension: string): string => safeFileName(stemOf(name), extension, withLanguage(language))
  return [
    ...(blob === null ? [] : [{ name: named(extensionOf(blob)), compress: false, open: () => openBlob(deps, blob) }]),
    ...(subtitle === null
      ? []
      : [
          {
            name: named(fileEnding(ownFormat({ imported_format: format }))),
            compress: true,
            open: () => openSubtitle(deps, subtitle),
          },
        ]),
  ]
}

/** Stores which of the caller's tasks are wanted and returns the address of a zip of their results. Throws a Refusal. */
export async function prepareTaskZip(
  deps: Deps,
  { accountId, language }: { readonly accountId: string; readonly language: InterfaceLanguage },
  taskIds: readonly string[],
): Promise<DataOf<'downloadTasks'>> {
  const { db } = deps
  const files = filesMade(deps, await madeBy(deps, accountId, taskIds))
  if (files.length === 0) throw new Refusal('not_found', 'nothing_to_download')
  const before = new Date(Date.now() - DAY_MS)
  await db.deleteFrom('task_zip').where('account_id', '=', accountId).where('created_at', '<', before).execute()
  const id = newId()
  await db
    .insertInto('task_zip')
    .values({ id, account_id: accountId, task_ids: JSON.stringify(taskIds) })
    .execute()
  // A browser's plain download sends no language header.
  const url = `${deps.signedUrls.zip('tasks', id)}&language=${language}`
  return { url, file_name: zipName(language), file_sum: files.length }
}

/** The requested zip with current results. The caller has checked the signature. */
export async function openTaskZip(deps: Deps, zipId: string, query: unknown): Promise<Zip> {
  const wanted = await deps.db.selectFrom('task_zip').selectAll().where('id', '=', zipId).executeTakeFirst()
  if (!wanted) throw notFound()
  const { language } = query as { language?: string }
  const files = filesMade(deps, await madeBy(deps, wanted.account_id, wanted.task_ids))
  return zipOf(zipName(interfaceLanguage(language)), files)
}

function zipName(language: InterfaceLanguage): string {
  return safeFileName(translateMessage(language, 'results_zip'), 'zip')
}

async function madeBy({ db, blobs }: Deps, accountId: string, ids: readonly string[]): Promise<Made[]> {
  const rows = await db
    .selectFrom('task')
    .leftJoin('subtitle', 'subtitle.id', 'task.result_subtitle_id')
    .select(['task.name', 'task.language', 'result_blob as blob', 'result_subtitle_id as subtitle'])
    .select('subtitle.imported_format as format')
    .where('task.account_id', '=', accountId)
    .where('task.is_internal', '=', false)
    .where('task.id', 'in', ids)
    .where('task.state', '=', TaskState.succeeded)
    .orderBy('task.name')
    .orderBy('task.language')
    .orderBy('task.id')
    .execute()
  // An expired file must not break off a zip of others.
  return Promise.all(
    rows.map(async (row) => ({ ...row, blob: row.blob !== null && (await blobs.has(row.blob)) ? row.blob : null })),
  )
}
