import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { DerivedKind } from '#core/domain/media.ts'
import type { Video } from '#core/contract/video.ts'
import { PeaksUnreadable, readPeaks } from '#core/media/peaks-file.ts'
import { isShotCandidates } from '#core/media/shot-changes.ts'
import { newId } from '../store/id.ts'
import type { Deps } from './deps.ts'
import { isJpegWithin } from './pictures.ts'
import { Refusal } from './refusal.ts'
import { describeVideo, findVideo, type VideoRow } from './videos.ts'

const fileNames = { peaks: 'peaks.bin', strip: 'strip.jpg', shots: 'shots.json' } as const
/** A browser counts the length of the small copy, the server that of the film. */
const LENGTH_TOLERANCE_MS = 2000
const STRIP_MAX_BYTES = 4 * 1024 ** 2
const STRIP_MAX_SIDE = 16_384

/**
 * Keeps what a browser computed for the caller's own videos of the same file. What the server computed itself is never
 * replaced, and other accounts never see it: nobody can make them edit against a false waveform.
 */
export async function keepDerived(
  deps: Deps,
  accountId: string,
  input: { file_id: string; kind: DerivedKind; content: string },
): Promise<void> {
  const video = await findVideo(deps.db, accountId, input.file_id)
  const column = `${input.kind}_key` as const
  if (video[column]) return
  const bytes = Buffer.from(input.content, 'base64')
  if (!isWhole[input.kind](bytes, video)) throw new Refusal('refused', 'derived_unreadable')
  const scope = `derived/${newId()}`
  const key = `${scope}/${fileNames[input.kind]}`
  const folder = await mkdtemp(join(deps.workDir, 'derived-'))
  try {
    const path = join(folder, fileNames[input.kind])
    await writeFile(path, bytes)
    await deps.blobs.put(key, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const { numUpdatedRows } = await deps.db
    .updateTable('video')
    .set({ [column]: key })
    .where('account_id', '=', accountId)
    .where('content_hash', '=', video.content_hash)
    .where(column, 'is', null)
    .executeTakeFirst()
  // Somebody was faster: nobody would ever ask for this file.
  if (numUpdatedRows === 0n) await deps.blobs.remove(scope)
}

const isWhole: Record<DerivedKind, (bytes: Buffer, video: VideoRow) => boolean> = {
  peaks: (bytes, video) => {
    try {
      const { durationMs } = readPeaks(new Uint8Array(bytes).buffer)
      return Math.abs(durationMs - video.duration_ms) <= LENGTH_TOLERANCE_MS
    } catch (error) {
      if (error instanceof PeaksUnreadable) return false
      throw error
    }
  },
  // Begins and ends as a JPEG does; it is served as a picture and nothing else.
  strip: (bytes) =>
    bytes.length <= STRIP_MAX_BYTES &&
    isJpegWithin(bytes, STRIP_MAX_SIDE, STRIP_MAX_SIDE) &&
    bytes.readUInt16BE(bytes.length - 2) === 0xffd9,
  shots: (bytes, video) => {
    try {
      return isShotCandidates(JSON.parse(bytes.toString('utf8')), video.duration_ms + LENGTH_TOLERANCE_MS)
    } catch (error) {
      if (error instanceof SyntaxError) return false
      throw error
    }
  },
}

/** The caller's videos of a file, newest first. */
export async function findByContent(
  deps: Deps,
  accountId: string,
  contentHash: string,
  language: InterfaceLanguage,
): Promise<Video[]> {
  const rows = await deps.db
    .selectFrom('video')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('content_hash', '=', contentHash)
    .orderBy(sql`created_at desc`)
    .limit(50)
    .execute()
  return Promise.all(rows.map((row) => describeVideo(deps, row, language)))
}
