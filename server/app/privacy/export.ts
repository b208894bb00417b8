import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { distinctNames, safeFileName, stemOf } from '#core/domain/file-names.ts'
import { fileEnding } from '#core/subtitle/formats/format.ts'
import { EXPORT_DAYS, extensionOf } from '#core/domain/limits.ts'
import { interfaceLanguage } from '#core/domain/languages.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { versionFileName } from '../files/download.ts'
import { tellOwner } from '../mail/letters.ts'
import { withLanguage } from '../tasks/download.ts'
import { openBlob, openSubtitle, ownFormat, type ZippedFile, zipOf } from '../zip.ts'
import { memoryRecords, recordsOf, versionRecords } from './records.ts'

const DAY_MS = 86_400_000

/** Makes the zip of all the user's data. Restarted if interrupted; done once it is ready. */
export async function makeExport(deps: Deps, id: string, signal: AbortSignal): Promise<void> {
  const { db, blobs } = deps
  const wanted = await db.selectFrom('data_export').selectAll().where('id', '=', id).executeTakeFirst()
  if (!wanted || wanted.state !== 'pending') return
  const folder = await mkdtemp(join(deps.workDir, 'export-'))
  try {
    const path = join(folder, 'data.zip')
    await writeZip(deps, wanted, path, signal)
    const { size } = await stat(path)
    const blob_key = `export/${id}/data.zip`
    await blobs.put(blob_key, path)
    const expires_at = new Date(Date.now() + EXPORT_DAYS * DAY_MS)
    await db.transaction().execute(async (tx) => {
      const ready = { state: 'ready', progress: 1, blob_key, size, expires_at } as const
      await tx.updateTable('data_export').set(ready).where('id', '=', id).execute()
      const params = { day: expires_at.toISOString().slice(0, 10) }
      const language = interfaceLanguage(wanted.language)
      await tellOwner(deps, tx, wanted.account_id, { key: 'export_ready', language, params })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeZip(
  deps: Deps,
  { id, account_id }: { id: string; account_id: string },
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const files = await filesOf(deps, account_id)
  let done = 0
  let noted = 0
  const counted = files.map((file) => ({
    ...file,
    open: async () => {
      done += 1
      // Per file, and at most a hundred times.
      if (done - noted >= files.length / 100) {
        noted = done
        const progress = done / (files.length + 1)
        await deps.db.updateTable('data_export').set({ progress }).where('id', '=', id).execute()
      }
      return file.open()
    },
  }))
  await pipeline(zipOf('data.zip', counted).stream, createWriteStream(path), { signal })
}

/** Everything as files: rows as JSON, videos and results unchanged, versions as SubRip. */
async function filesOf(deps: Deps, accountId: string): Promise<ZippedFile[]> {
  const records = await recordsOf(deps.db, accountId)
  const stored = await storedFiles(deps, accountId)
  const names = distinctNames(stored.map(({ name }) => name))
  return [
    ...Object.entries(records).map(([name, rows]) => ({
      name: `records/${name}.json`,
      compress: true,
      open: async () => Readable.from([JSON.stringify(rows, null, 2)]),
    })),
    {
      name: 'records/versions.json',
      compress: true,
      open: async () => Readable.from(versionRecords(deps.db, accountId)),
    },
    {
      name: 'records/memory.json',
      compress: true,
      open: async () => Readable.from(memoryRecords(deps.db, accountId)),
    },
    ...stored.map((file, at) => ({ ...file, name: names[at] ?? file.name })),
  ]
}

/** Files deleted meanwhile become empty ones, so that the rest of the zip survives. */
function present(open: () => Promise<Readable>): () => Promise<Readable> {
  return () => open().catch(() => Readable.from([]))
}

async function storedFiles(deps: Deps, accountId: string): Promise<ZippedFile[]> {
  const { db } = deps
  const videos = await db
    .selectFrom('video')
    .select(['name', 'blob_key'])
    .where('account_id', '=', accountId)
    .where('sample_id', 'is', null)
    .orderBy('created_at')
    .execute()
  const versions = await db
    .selectFrom('subtitle')
    .leftJoin('video', 'video.id', 'subtitle.video_id')
    .select([
      'subtitle.id',
      'subtitle.name',
      'subtitle.language',
      'subtitle.version',
      'subtitle.imported_format',
      'video.name as video',
    ])
    .where('subtitle.account_id', '=', accountId)
    .orderBy('subtitle.created_at')
    .execute()
  const results = await db
    .selectFrom('task')
    .select(['name', 'language', 'result_blob'])
    .where('account_id', '=', accountId)
    .where('result_blob', 'is not', null)
    .where('is_internal', '=', false)
    .execute()
  const blob = (folder: string, name: string, key: string, around?: (name: string) => string): ZippedFile => ({
    name: `${folder}/${safeFileName(name, extensionOf(key), around)}`,
    compress: false,
    open: present(() => openBlob(deps, key)),
  })
  return [
    ...(await picturesOf(db, accountId)).map(({ name, key }) => blob('pictures', name, key)),
    ...(await originalsOf(db, accountId)),
    ...videos.map(({ name, blob_key }) => blob('videos', name, blob_key)),
    ...results.flatMap(({ name, language, result_blob }) =>
      result_blob === null ? [] : [blob('results', name, result_blob, withLanguage(language))],
    ),
    ...versions.map(({ id, name, video, language, version, imported_format }) => ({
      name: `subtitles/${versionFileName({ name, video, language, version, format: ownFormat({ imported_format }) })}`,
      compress: true,
      open: present(() => openSubtitle(deps, id)),
    })),
  ]
}

/** Pictures of the user and of speakers. */
async function picturesOf(db: Db, accountId: string): Promise<{ name: string; key: string }[]> {
  const { nickname, logo_key } = await db
    .selectFrom('account')
    .select(['nickname', 'logo_key'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const roles = await db.selectFrom('role').select(['name', 'avatars']).where('account_id', '=', accountId).execute()
  const speakers = roles.flatMap(({ name, avatars }) => avatars.map((key) => ({ name, key })))
  return [...(logo_key === null ? [] : [{ name: nickname, key: logo_key }]), ...speakers]
}

/** Imported subtitle files, unedited. */
async function originalsOf(db: Db, accountId: string): Promise<ZippedFile[]> {
  const versions = await db
    .selectFrom('subtitle')
    .innerJoin('imported_file', 'imported_file.id', 'subtitle.imported_file_id')
    .select(['imported_file.id', 'imported_file.format', 'subtitle.name'])
    .distinctOn('imported_file.id')
    .where('subtitle.account_id', '=', accountId)
    .execute()
  return versions.map(({ id, format, name }) => ({
    name: `originals/${safeFileName(stemOf(name), fileEnding(format))}`,
    compress: true,
    open: present(async () => {
      const kept = db.selectFrom('imported_file').select('content').where('id', '=', id)
      return Readable.from([Buffer.from((await kept.executeTakeFirstOrThrow()).content)])
    }),
  }))
}
