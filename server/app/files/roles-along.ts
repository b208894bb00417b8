import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobMissing, scopeOf } from '../../store/blobs.ts'
import type { Db, Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { storedText } from '../subtitles/read.ts'
import type { VersionText } from '../subtitles/rows.ts'

/** Attempts to plan while versions are edited concurrently: each is lost to one edit at least. */
const MOST_TRIES = 10

/** Speakers that a folder lacks, and the texts of versions that move into it, with its speakers. */
export interface RolesAlong {
  readonly folderId: string
  readonly roles: readonly { readonly id: string; readonly name: string; readonly avatars: readonly string[] }[]
  readonly texts: readonly { readonly id: string; readonly revision: number; readonly columns: VersionText }[]
}

/** The plan's inputs have changed since. */
class MovedMeanwhile extends Error {}

/**
 * Speakers belong to a folder: cues of moved versions get the new folder's speakers of the same name, created if missing.
 * `write` runs in its own transaction; the plan is repeated after a concurrent edit. Throws a Refusal.
 */
export async function withRolesAlong<T>(
  deps: Deps,
  accountId: string,
  { versionIds, folderId }: { versionIds: () => Promise<readonly string[]>; folderId: string },
  write: (along: RolesAlong) => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const along = await planAlong(deps, accountId, await versionIds(), folderId)
    try {
      return await write(along)
    } catch (error) {
      for (const { avatars } of along.roles) for (const key of avatars) await deps.blobs.remove(scopeOf(key))
      if (!(error instanceof MovedMeanwhile)) throw error
    }
  }
  throw new Refusal('busy', 'busy', { n: 2 })
}

/** Writes what was planned for the versions that move into the folder. */
export async function bringRoles(
  tx: Tx,
  { accountId, versionIds, folderId }: { accountId: string; versionIds: readonly string[]; folderId: string },
  { roles, texts, ...along }: RolesAlong,
): Promise<void> {
  if (along.folderId !== folderId) throw new MovedMeanwhile()
  if (versionIds.length === 0) return
  const planned = new Map(texts.map((text) => [text.id, text]))
  const rows = await tagged(tx, accountId, versionIds, folderId).orderBy('id').forUpdate().execute()
  if (rows.some(({ id, revision }) => planned.get(id)?.revision !== revision)) throw new MovedMeanwhile()
  if (roles.length > 0) {
    const names = roles.map(({ name }) => name)
    const there = tx.selectFrom('role').select('id').where('folder_id', '=', folderId).where('name', 'in', names)
    if ((await there.execute()).length > 0) throw new MovedMeanwhile()
    const made = roles.map(({ id, name, avatars }) => ({
      ...{ id, account_id: accountId, folder_id: folderId, name },
      avatars: JSON.stringify(avatars),
    }))
    await tx.insertInto('role').values(made).execute()
  }
  for (const { id } of rows) {
    const { columns, revision } = planned.get(id) ?? missing(id)
    const { role_state: _, ...text } = columns
    await tx
      .updateTable('subtitle')
      .set({ ...text, revision: revision + 1, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
  }
}

function missing(id: string): never {
  throw new RangeError(`No text was planned for ${id}`)
}

/** Versions with speakers in another folder. */
function tagged(db: Db, accountId: string, ids: readonly string[], folderId: string) {
  return db
    .selectFrom('subtitle')
    .select(['id', 'revision', 'size'])
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .where('folder_id', '!=', folderId)
    .where('role_state', '!=', 0)
}

async function planAlong(
  deps: Deps,
  accountId: string,
  versionIds: readonly string[],
  folderId: string,
): Promise<RolesAlong> {
  const { db, heavy } = deps
  const rows = versionIds.length === 0 ? [] : await tagged(db, accountId, versionIds, folderId).execute()
  if (rows.length === 0) return { folderId, roles: [], texts: [] }
  const known = await db.selectFrom('role').selectAll().where('account_id', '=', accountId).execute()
  const idOf = new Map(known.filter(({ folder_id }) => folder_id === folderId).map(({ name, id }) => [name, id]))
  const isThere = new Set(idOf.keys())
  for (const { name } of known) if (!idOf.has(name)) idOf.set(name, newId())
  const roleOf = new Map(known.map(({ id, name }) => [id, idOf.get(name) ?? id]))
  const used = new Set<string>()
  const largest = rows.reduce((most, { size }) => Math.max(most, size), 0)
  const total = rows.reduce((sum, { size }) => sum + size, 0)
  const texts = await heavy.run(
    accountId,
    largest,
    async (steps) => {
      const made: RolesAlong['texts'][number][] = []
      for (const { id } of rows) {
        const stored = await storedText(db, id)
        if (!stored) continue
        const { columns, roles } = await steps.do('renameRoles', { cues: stored.cues, roleOf })
        for (const role of roles) used.add(role)
        made.push({ id, revision: stored.revision, columns })
      }
      return made
    },
    { total },
  )
  const lacking = new Map(
    known.filter(({ id, name }) => used.has(id) && !isThere.has(name)).map((role) => [role.name, role]),
  )
  const roles: RolesAlong['roles'][number][] = []
  for (const [name, { avatars }] of lacking)
    roles.push({ id: idOf.get(name) ?? newId(), name, avatars: await copyAvatars(deps, avatars) })
  return { folderId, roles, texts }
}

/** Copies of the pictures: a speaker's picture is deleted with it. A missing file is left out. */
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
