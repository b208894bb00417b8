import { scopeOf } from '../../store/blobs.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { lockContent } from './stored.ts'

/** Contents whose assets belong to no video any more, up to a limit. */
export async function unreferencedAssets(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('asset')
    .leftJoin('video', 'video.content_hash', 'asset.content_hash')
    .select('asset.content_hash')
    .distinct()
    .where('video.id', 'is', null)
    .limit(limit)
    .execute()
  return rows.map((row) => row.content_hash)
}

/** Removes the files of a content and the step results that name them, unless a video has the content again. */
export async function removeAssets(deps: Pick<Deps, 'db' | 'blobs'>, contentHash: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockContent(tx, contentHash)
    const used = await tx
      .selectFrom('video')
      .select('id')
      .where('content_hash', '=', contentHash)
      .limit(1)
      .executeTakeFirst()
    if (used) return
    const gone = await tx.deleteFrom('asset').where('content_hash', '=', contentHash).returning(['blob_key']).execute()
    const scopes = [...new Set(gone.map((row) => scopeOf(row.blob_key)))]
    const keys = scopes.map((scope) => scope.replace(/^derived\//, ''))
    if (keys.length > 0) await tx.deleteFrom('artifact').where('key', 'in', keys).execute()
    for (const scope of scopes) await deps.blobs.remove(scope)
  })
}
