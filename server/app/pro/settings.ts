import type { FolderSettings } from '#core/contract/pro.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { withFolderTerms } from '#core/tasks/folder-terms.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import type { Db } from '../../store/db.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'

const unset: FolderSettings = { profile: '', glossary: [], style: null, languages: [], pronunciations: [] }

/** Settings for everything in a folder. */
export function settingsOf({ settings }: { readonly settings: Partial<FolderSettings> }): FolderSettings {
  return { ...unset, ...settings }
}

/** Settings for everything in a folder of any owner. */
export async function folderSettings(db: Db, folderId: string): Promise<FolderSettings> {
  const row = await db.selectFrom('folder').select('settings').where('id', '=', folderId).executeTakeFirst()
  return settingsOf(row ?? { settings: {} })
}

/** A configuration completed with the folder's settings: its guide, and its terms beside the given ones. */
export async function withFolderSettings(
  settingsNow: () => Promise<FolderSettings>,
  { config }: TaskKind,
  chosen: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const [takesProfile, takesTerms] = ['profile' in config.shape, 'glossary' in config.shape]
  if (!takesProfile && !takesTerms) return { ...chosen }
  const settings = await settingsNow()
  return {
    ...(takesProfile && settings.profile !== '' && { profile: settings.profile }),
    ...chosen,
    ...(takesTerms && { glossary: withFolderTerms(chosen['glossary'], settings.glossary, chosen['to_language']) }),
  }
}

/** Stores settings of a folder; refuses a stale revision, so that no terms are lost. */
export async function setFolderSettings(
  db: Db,
  accountId: string,
  { folder_id, revision, settings }: ParsedInputOf<'setFolderSettings'>,
): Promise<DataOf<'setFolderSettings'>> {
  return db.transaction().execute(async (tx) => {
    const folder = await own({ db: tx, accountId }, 'folder', folder_id, { lock: true })
    if (folder.settings_revision !== revision) throw new Refusal('refused', 'changed_meanwhile')
    const next = { ...settingsOf(folder), ...settings }
    await tx
      .updateTable('folder')
      .set({ settings: JSON.stringify(next), settings_revision: revision + 1 })
      .where('id', '=', folder.id)
      .execute()
    return { settings: next, revision: revision + 1 }
  })
}
