import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { roleLimits } from '#core/domain/limits.ts'
import type { Role } from '#core/contract/roles.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { copyRoles as rolesCopied } from '#core/subtitle/role-copy.ts'
import { toWire } from '#core/subtitle/wire.ts'
import { newId } from '../store/id.ts'
import type { RoleTable } from '../store/schema.ts'
import type { Deps } from './deps.ts'
import { checkFolder } from './folders.ts'
import { MEDIA_PREFIX } from './links.ts'
import { nothingThere, Refusal } from './refusal.ts'
import { cuesOf, dropRole, findVersion } from './subtitles.ts'

type RoleRow = Selectable<RoleTable>

/** A picture twice as large as the editor makes them is no avatar. */
const AVATAR_MAX_BYTES = 2 * roleLimits.avatarMaxBytes

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

export async function addRole(deps: Deps, accountId: string, input: ParsedInputOf<'addRole'>): Promise<Role> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const row = await deps.db
    .insertInto('role')
    .values({
      id: newId(),
      account_id: accountId,
      folder_id: input.folder_id,
      name: input.role_name,
      avatars: JSON.stringify(keysOf(deps, input.role_avatar, [])),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return describe(deps, row)
}

export async function editRole(deps: Deps, accountId: string, input: ParsedInputOf<'editRole'>): Promise<Role> {
  const stored = await findRole(deps, accountId, input.folder_role_id)
  const avatars = input.role_avatar ? keysOf(deps, input.role_avatar, stored.avatars) : stored.avatars
  const row = await deps.db
    .updateTable('role')
    .set({ name: input.role_name ?? stored.name, avatars: JSON.stringify(avatars) })
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const key of stored.avatars) if (!avatars.includes(key)) await removeAvatar(deps, key)
  return describe(deps, row)
}

/** The speaker goes, and from all lines of the folder with it: nobody speaks as one who is gone. */
export async function deleteRole(deps: Deps, accountId: string, roleId: string): Promise<void> {
  const role = await findRole(deps, accountId, roleId)
  await deps.db.transaction().execute(async (tx) => {
    await dropRole(tx, accountId, role.folder_id, role.id)
    await tx.deleteFrom('role').where('id', '=', role.id).execute()
  })
  for (const key of role.avatars) await removeAvatar(deps, key)
}

/** Lines of one version with the speakers of another; both of the caller and of one folder. */
export async function copyRoles(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'copyRoles'>,
): Promise<DataOf<'copyRoles'>> {
  const from = await findVersion(deps.db, accountId, input.from_file_id)
  const to = await findVersion(deps.db, accountId, input.to_file_id)
  if (from.folder_id !== to.folder_id) throw nothingThere()
  const before = cuesOf(to)
  const after = rolesCopied(cuesOf(from), before)
  return { subtitle_txt: toWire(after), changed: after.filter((cue, at) => cue !== before[at]).length }
}

export async function usedRoles(
  deps: Deps,
  accountId: string,
  { video_id }: ParsedInputOf<'usedRoles'>,
): Promise<DataOf<'usedRoles'>> {
  if (video_id.length === 0) return { list: [] }
  const list = await deps.db
    .selectFrom('subtitle')
    .select(['video_id', 'role_state'])
    .where('account_id', '=', accountId)
    .where('video_id', 'in', video_id)
    .where('is_use', '=', true)
    .execute()
  return { list }
}

/** Where a picture may be sent, and where it then stands. */
export async function avatarToken(deps: Deps, accountId: string, folderId: string): Promise<DataOf<'getAvatarToken'>> {
  await checkFolder(deps.db, accountId, folderId)
  const id = newId()
  return { uploadurl: deps.links.avatar(id), url: deps.links.media(avatarKey(id)), max_bytes: AVATAR_MAX_BYTES }
}

const avatarKey = (id: string): string => `avatar/${id}/avatar.jpg`

/** Takes a picture's bytes. The address's signature was checked; what the bytes are is looked at here. */
export async function receiveAvatar(deps: Deps, id: string, bytes: Buffer): Promise<void> {
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
  if (!isJpeg || bytes.length > AVATAR_MAX_BYTES) throw new Refusal('refused', 'avatar_unreadable')
  const folder = await mkdtemp(join(deps.workDir, 'avatar-'))
  try {
    const path = join(folder, 'avatar.jpg')
    await writeFile(path, bytes)
    await deps.blobs.put(avatarKey(id), path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function removeAvatar(deps: Deps, key: string): Promise<void> {
  await deps.blobs.remove(key.split('/').slice(0, 2).join('/'))
}

async function findRole(deps: Deps, accountId: string, roleId: string): Promise<RoleRow> {
  const row = await deps.db
    .selectFrom('role')
    .selectAll()
    .where('id', '=', roleId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw nothingThere()
  return row
}

/** Keys of pictures by their addresses: those that the role has, and those that were just sent. Others are refused. */
function keysOf(deps: Deps, addresses: readonly string[], own: readonly string[]): string[] {
  return addresses.map((address) => {
    const [expires = '', signature = '', ...rest] = address.slice(MEDIA_PREFIX.length).split('/')
    const key = rest.join('/')
    if (own.includes(key)) return key
    const isOurs = address.startsWith(MEDIA_PREFIX) && /^avatar\/[\w-]+\/avatar\.jpg$/.test(key)
    if (!isOurs || !deps.links.allowsMedia(expires, signature, key)) throw new Refusal('refused', 'avatar_unreadable')
    return key
  })
}

function describe(deps: Deps, row: RoleRow): Role {
  return {
    folder_role_id: row.id,
    role_name: row.name,
    folder_id: row.folder_id,
    role_avatar: row.avatars.map((key) => deps.links.media(key)),
  }
}
