import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DataOf } from '#core/contract/index.ts'
import { roleLimits } from '#core/domain/limits.ts'
import { scopeOf } from '../store/blobs.ts'
import type { Db, Tx } from '../store/db.ts'
import { newId } from '../store/id.ts'
import type { Deps } from './deps.ts'
import { checkFolder } from './folders.ts'
import { MEDIA_PREFIX } from './signed-urls.ts'
import { isJpegWithin } from './pictures.ts'
import { countAlone } from './quota.ts'
import { Refusal } from './refusal.ts'

/** Upper bound on uploads: twice the size that the editor makes. */
const AVATAR_MAX_BYTES = 2 * roleLimits.avatarMaxBytes
const AVATAR_MAX_SIDE = 1024
/** Pictures without a speaker that an account may have at a time. */
const UNUSED_MAX = 200

/** Addresses to send a picture to, and to show it at. */
export async function avatarToken(deps: Deps, accountId: string, folderId: string): Promise<DataOf<'getAvatarToken'>> {
  await checkFolder(deps.db, accountId, folderId)
  return logoToken(deps, accountId)
}

/** The same for the user's own picture. */
export async function logoToken(deps: Deps, accountId: string): Promise<DataOf<'getLogoToken'>> {
  const id = newId()
  await deps.db.transaction().execute(async (tx) => {
    await countAlone(tx, accountId)
    const { unused } = await tx
      .selectFrom('avatar')
      .select(sql<number>`count(*)::int`.as('unused'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (unused >= UNUSED_MAX) throw new Refusal('refused', 'too_many_uploads', { n: unused })
    await tx.insertInto('avatar').values({ id, account_id: accountId }).execute()
  })
  return {
    uploadurl: deps.signedUrls.avatar(id),
    url: deps.signedUrls.media(avatarKey(id)),
    max_bytes: AVATAR_MAX_BYTES,
  }
}

/** Pictures older than a moment that no speaker has, up to a limit. */
export async function unusedAvatars(db: Db, before: Date, limit: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('avatar')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/** Removes a picture unless a speaker has got it meanwhile. */
export async function removeUnusedAvatar(deps: Pick<Deps, 'db' | 'blobs'>, id: string): Promise<void> {
  const { numDeletedRows } = await deps.db.deleteFrom('avatar').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows > 0n) await deps.blobs.remove(scopeOf(avatarKey(id)))
}

const avatarKey = (id: string): string => `avatar/${id}/avatar.jpg`

/**
 * Stores a picture's bytes, after checking that they are a picture and that no speaker has it yet. The caller checks the
 * address's signature.
 */
export async function receiveAvatar(deps: Deps, id: string, bytes: Buffer): Promise<void> {
  const awaited = await deps.db.selectFrom('avatar').select('id').where('id', '=', id).executeTakeFirst()
  if (!awaited) throw new Refusal('not_permitted', 'bad_address')
  const isFit = bytes.length <= AVATAR_MAX_BYTES && isJpegWithin(bytes, AVATAR_MAX_SIDE, AVATAR_MAX_SIDE)
  if (!isFit) throw new Refusal('refused', 'avatar_unreadable')
  const folder = await mkdtemp(join(deps.workDir, 'avatar-'))
  try {
    const path = join(folder, 'avatar.jpg')
    await writeFile(path, bytes)
    await deps.blobs.put(avatarKey(id), path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Pictures of the speakers of a folder, by their keys. */
export async function avatarsIn(db: Db, folderId: string): Promise<string[]> {
  const rows = await db.selectFrom('role').select('avatars').where('folder_id', '=', folderId).execute()
  return rows.flatMap(({ avatars }) => avatars)
}

/** Removes the files of pictures. */
export async function removeAvatars(deps: Deps, keys: readonly string[]): Promise<void> {
  for (const key of keys) await deps.blobs.remove(scopeOf(key))
}

/**
 * Keys of pictures by their addresses. The role gets those that the caller has just sent; others than these and its own
 * are refused.
 */
export async function takeAvatars(
  tx: Tx,
  accountId: string,
  addresses: readonly string[],
  own: readonly string[],
): Promise<string[]> {
  const keys = [...new Set(addresses.map(keyOf))]
  for (const key of keys) {
    if (own.includes(key)) continue
    const [, id = ''] = key.split('/')
    const taken = await tx
      .deleteFrom('avatar')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (!taken) throw new Refusal('refused', 'avatar_unreadable')
  }
  return keys
}

function keyOf(address: string): string {
  const [, , ...rest] = address.slice(MEDIA_PREFIX.length).split('/')
  const key = rest.join('/')
  const isOurs = address.startsWith(MEDIA_PREFIX) && /^avatar\/[\w-]+\/avatar\.jpg$/.test(key)
  if (!isOurs) throw new Refusal('refused', 'avatar_unreadable')
  return key
}
