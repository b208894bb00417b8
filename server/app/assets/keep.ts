import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssetKind, DerivedKind } from '#core/domain/media.ts'
import { assetVersion } from '#core/media/asset-versions.ts'
import { PeaksUnreadable, readPeaks } from '#core/media/peaks-file.ts'
import { isShotCandidates } from '#core/media/shot-changes.ts'
import type { Db } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { isJpegWithin } from '../pictures.ts'
import { Refusal } from '../refusal.ts'
import { findVideo } from '../videos/read.ts'
import { type InspectedVideo, inspectedVideo } from '../videos/rows.ts'

const fileNames = { peaks: 'peaks.bin', strip: 'strip.jpg', shot_changes: 'shot-changes.json' } as const
/** A browser measures the length of the small copy, the server that of the original. */
const LENGTH_TOLERANCE_MS = 2000
const STRIP_MAX_BYTES = 4 * 1024 ** 2
const STRIP_MAX_SIDE = 16_384

/**
 * Keeps what a browser computed for the caller's own videos of this content. It never replaces the server's files, and
 * other accounts never see it, as it may be forged.
 */
export async function keepDerived(
  deps: Deps,
  accountId: string,
  input: { file_id: string; kind: DerivedKind; content: string },
): Promise<void> {
  const video = inspectedVideo(await findVideo(deps.db, accountId, input.file_id))
  const { kind } = input
  if (await hasAsset(deps.db, video, kind)) return
  const bytes = Buffer.from(input.content, 'base64')
  if (!isWhole[kind](bytes, video)) throw new Refusal('refused', 'derived_unreadable')
  const scope = `derived/${newId()}`
  const key = `${scope}/${fileNames[kind]}`
  await putBytes(deps, key, bytes)
  const { numInsertedOrUpdatedRows } = await deps.db
    .insertInto('asset')
    .values({
      content_hash: video.content_hash,
      kind,
      version: assetVersion[kind],
      account_id: accountId,
      blob_key: key,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  // Another window stored one first: without this the file would have no owner.
  if (numInsertedOrUpdatedRows === 0n) await deps.blobs.remove(scope)
}

async function hasAsset(db: Db, video: InspectedVideo, kind: AssetKind): Promise<boolean> {
  const row = await db
    .selectFrom('asset')
    .select('kind')
    .where('content_hash', '=', video.content_hash)
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', video.account_id)]))
    .executeTakeFirst()
  return row !== undefined
}

async function putBytes(deps: Deps, key: string, bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(join(deps.workDir, 'asset-'))
  try {
    const path = join(folder, 'content')
    await writeFile(path, bytes)
    await deps.blobs.put(key, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isWhole: Record<DerivedKind, (bytes: Buffer, video: InspectedVideo) => boolean> = {
  peaks: (bytes, video) => {
    try {
      const { durationMs } = readPeaks(new Uint8Array(bytes).buffer)
      return Math.abs(durationMs - video.duration_ms) <= LENGTH_TOLERANCE_MS
    } catch (error) {
      if (error instanceof PeaksUnreadable) return false
      throw error
    }
  },
  // Checks a JPEG's first and last bytes; it is served as a picture only.
  strip: (bytes) =>
    bytes.length <= STRIP_MAX_BYTES &&
    isJpegWithin(bytes, STRIP_MAX_SIDE, STRIP_MAX_SIDE) &&
    bytes.readUInt16BE(bytes.length - 2) === 0xffd9,
  shot_changes: (bytes, video) => {
    try {
      return isShotCandidates(JSON.parse(bytes.toString('utf8')), video.duration_ms + LENGTH_TOLERANCE_MS)
    } catch (error) {
      if (error instanceof SyntaxError) return false
      throw error
    }
  },
}
