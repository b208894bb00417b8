import { sql } from 'kysely'
import type { AssetKind } from '#core/domain/media.ts'
import { assetVersion } from '#core/media/asset-versions.ts'
import type { Db, Tx } from '../../store/db.ts'

/** SQL column: blob key of a video's asset, the newest one by the server, else the one by the owner's browser. */
export function assetKeyOf(kind: AssetKind) {
  return sql<string | null>`(
    select asset.blob_key from asset
    where asset.content_hash = video.content_hash and asset.kind = ${kind}
      and (asset.account_id is null or asset.account_id = video.account_id)
    order by asset.account_id nulls first, asset.created_at desc
    limit 1
  )`
}

/** Records a server-made file of a content; every video of that content has it from then on. */
export async function recordAsset(db: Db, contentHash: string, kind: AssetKind, blobKey: string): Promise<void> {
  await db
    .insertInto('asset')
    .values({ content_hash: contentHash, kind, version: assetVersion[kind], account_id: null, blob_key: blobKey })
    .onConflict((conflict) =>
      conflict.columns(['content_hash', 'kind', 'account_id', 'version']).doUpdateSet({ blob_key: blobKey }),
    )
    .execute()
}

/**
 * A lock on a content while it gets its first video or loses its files, so that a video never starts with vanishing
 * files.
 */
export async function lockContent(tx: Tx, contentHash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${contentHash}, 0))`.execute(tx)
}
