import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cue } from '#core/subtitle/cue.ts'
import { BlobMissing } from '../../store/blobs.ts'
import type { Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { cueColumns, cuesOf } from '../subtitles/rows.ts'

/**
 * Speakers belong to a folder: lines of versions that move get those of the same name in the new one, which is given
 * the ones that it lacks. Versions without speakers stay as they are.
 */
export async function bringRoles(
  deps: Deps,
  tx: Tx,
  accountId: string,
  versionIds: readonly string[],
  folderId: string,
): Promise<void> {
  if (versionIds.length === 0) return
  const rows = await taggedVersions(tx, accountId, versionIds, folderId)
  if (rows.length === 0) return
  const used = new Set(rows.flatMap((row) => cuesOf(row).flatMap(({ roles }) => [...roles])))
  const roleOf = await rolesIn(deps, tx, { accountId, folderId, used: [...used] })
  for (const row of rows) {
    const cues = cuesOf(row).map((cue): Cue => ({
      ...cue,
      roles: [...new Set(cue.roles.map((role) => roleOf.get(role) ?? role))],
    }))
    const { role_state: _, ...columns } = cueColumns(cues)
    await tx
      .updateTable('subtitle')
      .set({ ...columns, revision: row.revision + 1, updated_at: new Date() })
      .where('id', '=', row.id)
      .execute()
  }
}

async function taggedVersions(tx: Tx, accountId: string, ids: readonly string[], folderId: string) {
  return tx
    .selectFrom('subtitle')
    .selectAll()
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .where('folder_id', '!=', folderId)
    .where('role_state', '!=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
}

interface Wanted {
  readonly accountId: string
  readonly folderId: string
  readonly used: readonly string[]
}

/** For each used speaker the one of the folder that stands for it. */
async function rolesIn(deps: Deps, tx: Tx, { accountId, folderId, used }: Wanted): Promise<Map<string, string>> {
  const roleOf = new Map<string, string>()
  if (used.length === 0) return roleOf
  const rows = await tx.selectFrom('role').selectAll().where('account_id', '=', accountId).execute()
  const byName = new Map(rows.filter(({ folder_id }) => folder_id === folderId).map(({ name, id }) => [name, id]))
  for (const role of rows.filter(({ id }) => used.includes(id))) {
    const there = byName.get(role.name)
    const id = there ?? newId()
    if (there === undefined) {
      const avatars = await copyAvatars(deps, role.avatars)
      await tx
        .insertInto('role')
        .values({ id, account_id: accountId, folder_id: folderId, name: role.name, avatars: JSON.stringify(avatars) })
        .execute()
      byName.set(role.name, id)
    }
    roleOf.set(role.id, id)
  }
  return roleOf
}

/** Pictures of their own: those of a speaker go when it does. One whose file is gone is left out. */
async function copyAvatars({ blobs, workDir }: Deps, keys: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(workDir, 'avatar-'))
  try {
    const copies: string[] = []
    for (const key of keys) {
      if (!(await blobs.has(key))) continue
      const path = join(folder, `copy-${copies.length}.jpg`)
      await copyFile(await blobs.localPath(key, folder), path)
      const copy = `avatar/${newId()}/avatar.jpg`
      await blobs.put(copy, path)
      copies.push(copy)
    }
    return copies
  } catch (error) {
    if (error instanceof BlobMissing) return []
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
