import type { Selectable } from 'kysely'
import type { Role } from '#core/contract/role.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { copyRoles as rolesCopied } from '#core/subtitle/role-copy.ts'
import { toWire } from '#core/subtitle/wire.ts'
import { newId } from '../store/id.ts'
import type { RoleTable } from '../store/schema.ts'
import { removeAvatars, takeAvatars } from './avatars.ts'
import type { Deps } from './deps.ts'
import { checkFolder } from './folders.ts'
import { notFound } from './refusal.ts'
import { own } from './scope.ts'
import { findVersion } from './subtitles/read.ts'
import { cuesOf } from './subtitles/rows.ts'
import { dropRole } from './subtitles/write.ts'

type RoleRow = Selectable<RoleTable>

/** Speakers of a folder, in the order in which they were added. */
export async function listRoles(deps: Deps, accountId: string, folderId: string): Promise<DataOf<'listRoles'>> {
  await checkFolder(deps.db, accountId, folderId)
  const rows = await deps.db
    .selectFrom('role')
    .selectAll()
    .where('folder_id', '=', folderId)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { list: rows.map((row) => describe(deps, row)), total: rows.length, page: 1, page_size: rows.length || 1 }
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
    return describe(deps, row)
  })
}

/** Changes name or pictures of a speaker; pictures that it no longer has are removed. */
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
  return describe(deps, after)
}

/** Deletes a speaker and removes it from all cues of the folder. */
export async function deleteRole(deps: Deps, accountId: string, roleId: string): Promise<void> {
  const role = await deps.db.transaction().execute(async (tx) => {
    const found = await own({ db: tx, accountId }, 'role', roleId)
    await dropRole(tx, accountId, found.folder_id, found.id)
    await tx.deleteFrom('role').where('id', '=', found.id).execute()
    return found
  })
  await removeAvatars(deps, role.avatars)
}

/** Lines of one version with the speakers of another; both of the caller and of one folder. */
export async function copyRoles(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'copyRoles'>,
): Promise<DataOf<'copyRoles'>> {
  const from = await findVersion(deps.db, accountId, input.from_file_id)
  const to = await findVersion(deps.db, accountId, input.to_file_id)
  if (from.folder_id !== to.folder_id) throw notFound()
  const before = cuesOf(to)
  const after = rolesCopied(cuesOf(from), before)
  return { subtitle_txt: toWire(after), changed: after.filter((cue, at) => cue !== before[at]).length }
}

function describe(deps: Deps, row: RoleRow): Role {
  return {
    folder_role_id: row.id,
    role_name: row.name,
    folder_id: row.folder_id,
    role_avatar: row.avatars.map((key) => deps.signedUrls.media(key)),
  }
}
