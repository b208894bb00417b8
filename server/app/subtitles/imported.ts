import type { DataOf } from '#core/contract/index.ts'
import type { StoredFile } from '#core/subtitle/imported-file.ts'
import type { Db, Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import { notFound } from '../refusal.ts'
import { own } from '../scope.ts'
import { accessibleVersion } from '../shares/access-level.ts'
import type { SubtitleRow } from './rows.ts'

/** What a version says of the file that it was made of. */
export type ImportedFrom = Pick<SubtitleRow, 'imported_file_id' | 'imported_format' | 'file_styles'>

/** The same file for another version: a copy, a translation. */
export function importedFrom({ imported_file_id, imported_format, file_styles }: ImportedFrom): ImportedFrom {
  return { imported_file_id, imported_format, file_styles }
}

/** Keeps a file as it came. What its versions become is written elsewhere: the file is never written again. */
export async function keepImportedFile(tx: Tx, accountId: string, file: StoredFile): Promise<ImportedFrom> {
  const { content, ...columns } = file
  const id = newId()
  await tx
    .insertInto('imported_file')
    .values({ ...columns, id, account_id: accountId, content: Buffer.from(content) })
    .execute()
  return { imported_file_id: id, imported_format: file.format, file_styles: true }
}

/** The file that a version was made of which is the caller's or shared with them; throws a Refusal where there is none. */
export async function getImportedFile(db: Db, accountId: string, fileId: string): Promise<DataOf<'getImportedFile'>> {
  const { imported_file_id: id, account_id: owner } = await accessibleVersion(db, accountId, fileId, 'review')
  if (id === null) throw notFound()
  return storedFile(await own({ db, accountId: owner }, 'imported_file', id))
}

interface ImportedFileRow extends Omit<StoredFile, 'content'> {
  readonly content: Uint8Array
}

/** A kept file of its row. */
export function storedFile({ format, content, cue_prefix, cue_count }: ImportedFileRow): StoredFile {
  // A decoder that takes a byte order mark away would make it another file.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
  return { format, content: text, cue_prefix, cue_count }
}
