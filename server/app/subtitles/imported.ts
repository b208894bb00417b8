import type { DataOf } from '#core/contract/index.ts'
import type { StoredFile } from '#core/subtitle/formats/imported-file.ts'
import type { Db, Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import { notFound } from '../refusal.ts'
import { own } from '../scope.ts'
import { accessibleVersion } from '../shares/access-level.ts'
import type { SubtitleRow } from './rows.ts'

/** A version's link to its imported file. */
export type ImportedFrom = Pick<SubtitleRow, 'imported_file_id' | 'imported_format' | 'file_styles'>

/** The same file for another version, such as a copy or translation. */
export function importedFrom({ imported_file_id, imported_format, file_styles }: ImportedFrom): ImportedFrom {
  return { imported_file_id, imported_format, file_styles }
}

/** Stores an imported file unchanged. Its versions are stored elsewhere, and this is never written again. */
export async function keepImportedFile(tx: Tx, accountId: string, file: StoredFile): Promise<ImportedFrom> {
  const { content, ...columns } = file
  const id = newId()
  await tx
    .insertInto('imported_file')
    .values({ ...columns, id, account_id: accountId, content: Buffer.from(content) })
    .execute()
  return { imported_file_id: id, imported_format: file.format, file_styles: true }
}

/** The imported file of a version that the caller may read; throws a Refusal if there is none. */
export async function getImportedFile(db: Db, accountId: string, fileId: string): Promise<DataOf<'getImportedFile'>> {
  const { imported_file_id: id, account_id: owner } = await accessibleVersion(db, accountId, fileId, 'review')
  if (id === null) throw notFound()
  return storedFile(await own({ db, accountId: owner }, 'imported_file', id))
}

interface ImportedFileRow extends Omit<StoredFile, 'content'> {
  readonly content: Uint8Array
}

/** An imported file from its row. */
export function storedFile({ format, content, cue_prefix, cue_count }: ImportedFileRow): StoredFile {
  // A decoder that drops the byte order mark would change the file.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
  return { format, content: text, cue_prefix, cue_count }
}
