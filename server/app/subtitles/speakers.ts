import type { KnownSpeakers } from '#core/speech/dub-lines.ts'
import { readingCost } from '#core/subtitle/text/reading-cost.ts'
import type { Db } from '../../store/db.ts'
import { HeavyGate } from '../heavy/gate.ts'
import { type ImportedFrom, storedFile } from './imported.ts'

/** Separate: tasks start in transactions, which must not wait for other work. */
const gate = new HeavyGate()

/** Speakers of a folder, and of the imported file of a version in it. */
const NAMING = new Set(['vtt', 'ass', 'ssa'])

/** Speakers of a folder and of the file that a version in it was made of. */
export async function knownSpeakers(
  db: Db,
  accountId: string,
  folderId: string,
  { imported_file_id: fileId, imported_format: format }: Pick<ImportedFrom, 'imported_file_id' | 'imported_format'>,
): Promise<KnownSpeakers> {
  const roles = await db
    .selectFrom('role')
    .select(['id', 'name'])
    .where('folder_id', '=', folderId)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return {
    roles: new Map(roles.map(({ id, name }) => [id, name])),
    named: fileId !== null && NAMING.has(format ?? '') ? await namesInFile(db, fileId) : new Map(),
  }
}

async function namesInFile(db: Db, id: string): Promise<ReadonlyMap<string, string>> {
  const row = await db.selectFrom('imported_file').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return new Map()
  const stored = storedFile(row)
  return gate.later(readingCost(stored.content), (steps) => steps.do('speakers', stored))
}
