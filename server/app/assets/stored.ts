import { sql } from 'kysely'
import type { AssetKind } from '#core/domain/media.ts'
import { assetVersion } from '#core/media/asset-versions.ts'
import type { Db, Tx } from '../../store/db.ts'

/**
 * Blob key of a video's asset, as a column of a query on `video`: the newest that the server made, else what the
 * owner's own browser computed.
 */
export function assetKeyOf(kind: AssetKind) {
  return sql<string | null>`(
    select asset.blob_key from asset
    where asset.content_hash = video.content_hash and asset.kind = ${kind}
      and (asset.account_id is null or asset.account_id = video.account_id)
    order by asset.account_id nulls first, asset.created_at desc
    limit 1
  )`
}

/** Notes a file that the server made of a content; every video of that content has it from now on. */
export async function recordAsset(db: Db, contentHash: string, kind: AssetKind, blobKey: string): Promise<void> {
  await db
    .insertInto('asset')
    .values({ content_hash: contentHash, kind, version: assetVersion[kind], account_id: null, blob_key: blobKey })
    .onConflict((conflict) =>
      conflict.columns(['content_hash', 'kind', 'account_id', 'version']).doUpdateSet({ blob_key: blobKey }),
    )
    .execute()
}

/** Held while a content gets its first video or loses its files: so that a video never starts with files that go. */
export async function lockContent(tx: Tx, contentHash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${contentHash}, 0))`.execute(tx)
}
