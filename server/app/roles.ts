import { type Selectable, sql } from 'kysely'
import type { Role } from '#core/contract/role.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { CLONED_VOICE, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import { offersOf } from '../engines/offers.ts'
import type { Db } from '../store/db.ts'
import { newId } from '../store/id.ts'
import type { RoleTable } from '../store/tables/files.ts'
import { removeAvatars, takeAvatars } from './avatars.ts'
import type { Deps } from './deps.ts'
import { checkFolder } from './folders.ts'
import { notFound, Refusal } from './refusal.ts'
import { own } from './scope.ts'
import { accessLevelOf, accessibleText } from './shares/access-level.ts'
import { findHead } from './subtitles/read.ts'
import { dropRole, editVersion, type Saved } from './subtitles/write.ts'

type RoleRow = Selectable<RoleTable>

/** Speakers of a folder, in the order of creation. */
export async function listRoles(deps: Deps, accountId: string, folderId: string): Promise<DataOf<'listRoles'>> {
  const owner = await ownerFor(deps.db, accountId, folderId)
  const rows = await deps.db
    .selectFrom('role')
    .selectAll()
    .where('folder_id', '=', folderId)
    .where('account_id', '=', owner)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const lines = await linesByRole(deps.db, folderId)
  return {
    list: rows.map((row) => describe(deps, row, lines.get(row.id))),
    total: rows.length,
    page: 1,
    page_size: rows.length || 1,
  }
}

/** How many lines each speaker has in the active versions of a folder. */
async function linesByRole(db: Db, folderId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ role: string; lines: number }>`
    select role.key as role, sum(role.value::int)::int as lines
    from subtitle, jsonb_each_text(subtitle.role_lines) as role
    where subtitle.folder_id = ${folderId} and subtitle.is_use and subtitle.role_state <> 0
    group by role.key`.execute(db)
  return new Map(rows.map(({ role, lines }) => [role, lines]))
}

/** The folder's owner: the caller, or a user who shares a video in it with them. */
async function ownerFor(db: Db, accountId: string, folderId: string): Promise<string> {
  const shared = await db
    .selectFrom('video')
    .select('video.account_id')
    .where('video.folder_id', '=', folderId)
    .where('video.account_id', '!=', accountId)
    .where(sql<boolean>`${accessLevelOf(accountId, 'video')} is not null`)
    .executeTakeFirst()
  if (shared) return shared.account_id
  await checkFolder(db, accountId, folderId)
  return accountId
}

/** Adds a speaker to a folder. */
export async function addRole(deps: Deps, accountId: string, input: ParsedInputOf<'addRole'>): Promise<Role> {
  await checkFolder(deps.db, accountId, input.folder_id)
  return deps.db.transaction().execute(async (tx) => {
    const avatars = await takeAvatars(tx, accountId, input.role_avatar, [])
    const row = await tx
      .insertInto('role')
      .values({
        id: newId(),
        account_id: accountId,
        folder_id: input.folder_id,
        name: input.role_name,
        avatars: JSON.stringify(avatars),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return describe(deps, row, 0)
  })
}

/** Changes a speaker's name or pictures; replaced pictures are removed. */
export async function editRole(deps: Deps, accountId: string, input: ParsedInputOf<'editRole'>): Promise<Role> {
  const { before, after } = await deps.db.transaction().execute(async (tx) => {
    const stored = await own({ db: tx, accountId }, 'role', input.folder_role_id)
    const { avatars: had } = stored
    const avatars = input.role_avatar ? await takeAvatars(tx, accountId, input.role_avatar, had) : had
    const row = await tx
      .updateTable('role')
      .set({ name: input.role_name ?? stored.name, avatars: JSON.stringify(avatars) })
      .where('id', '=', stored.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { before: stored, after: row }
  })
  const dropped = before.avatars.filter((key) => !after.avatars.includes(key))
  await removeAvatars(deps, dropped)
  return describe(deps, after, (await linesByRole(deps.db, after.folder_id)).get(after.id))
}

/** Deletes a speaker and removes it from all cues of the folder. */
export async function deleteRole(deps: Deps, accountId: string, roleId: string): Promise<void> {
  const role = await own({ db: deps.db, accountId }, 'role', roleId)
  await dropRole(deps, accountId, role.folder_id, role.id)
  await deps.db.deleteFrom('role').where('id', '=', role.id).execute()
  await removeAvatars(deps, role.avatars)
}

/** Assigns speakers to cues of a version; a stale revision writes nothing and returns the stored state. */
export async function markRole(
  deps: Deps,
  accountId: string,
  { file_id, revision, cue_ids, folder_role_id }: ParsedInputOf<'markRole'>,
): Promise<Saved<DataOf<'markRole'>>> {
  const version = await findHead(deps.db, accountId, file_id)
  const roles = [...new Set(folder_role_id)]
  for (const id of roles) {
    const { folder_id } = await own({ db: deps.db, accountId }, 'role', id)
    if (folder_id !== version.folder_id) throw notFound()
  }
  const { cues, size } = await accessibleText(deps.db, accountId, file_id, 'edit')
  const subtitle_txt = await deps.heavy.save(accountId, size, 'markRole', { cues, marked: cue_ids, roles })
  return editVersion(deps, accountId, { file_id, revision, subtitle_txt })
}

/** Stores the dubbing voices of a folder's speakers in a language; each must be available now. */
export async function setVoices(
  deps: Deps,
  accountId: string,
  { folder_id, language, voices }: ParsedInputOf<'setVoices'>,
): Promise<DataOf<'setVoices'>> {
  await checkFolder(deps.db, accountId, folder_id)
  const offers = await offersOf(deps.db)
  const isThere = (voice: string): boolean =>
    ['', MATCHED_VOICE, CLONED_VOICE].includes(voice) || offers.can('tts', { language, voice })
  if (!voices.every(({ voice }) => isThere(voice))) throw new Refusal('refused', 'voice_unknown')
  await deps.db.transaction().execute(async (tx) => {
    for (const { folder_role_id, voice } of voices) {
      const role = await own({ db: tx, accountId }, 'role', folder_role_id, { lock: true })
      if (role.folder_id !== folder_id) throw notFound()
      const { [language]: _, ...others } = role.voices
      const kept = JSON.stringify(voice === '' ? others : { ...others, [language]: voice })
      await tx.updateTable('role').set({ voices: kept }).where('id', '=', role.id).execute()
    }
  })
  return listRoles(deps, accountId, folder_id)
}

/** Voices stored for a folder's speakers in a language. */
export async function keptVoices(
  db: Db,
  accountId: string,
  folderId: string,
  language: string,
): Promise<{ folder_role_id: string; voice: string }[]> {
  const rows = await db
    .selectFrom('role')
    .select(['id', 'voices'])
    .where('folder_id', '=', folderId)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, voices: { [language]: voice } }) => (voice ? [{ folder_role_id: id, voice }] : []))
}

/** Cues of a version with the speakers of another; both are the caller's and in one folder. */
export async function copyRoles(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'copyRoles'>,
): Promise<DataOf<'copyRoles'>> {
  const ids = [input.from_file_id, input.to_file_id]
  const [source, target] = await Promise.all(ids.map((id) => findHead(deps.db, accountId, id)))
  if (source?.folder_id !== target?.folder_id) throw notFound()
  const [from, to] = await Promise.all(ids.map((id) => accessibleText(deps.db, accountId, id, 'edit')))
  if (!from || !to) throw notFound()
  const texts = { from: from.cues, to: to.cues }
  const { lines, changed } = await deps.heavy.do(accountId, from.size + to.size, 'copyRoles', texts)
  return { subtitle_txt: lines, changed }
}

function describe(deps: Deps, row: RoleRow, lines = 0): Role {
  return {
    folder_role_id: row.id,
    role_name: row.name,
    folder_id: row.folder_id,
    line_sum: lines,
    role_avatar: row.avatars.map((key) => deps.signedUrls.media(key)),
    voices: Object.fromEntries(Object.entries(row.voices).map(([language, voice]) => [language, voice ?? ''])),
  }
}
