import { copyFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sequentialIds } from '#core/subtitle/cue.ts'
import { readSrt } from '#core/subtitle/srt.ts'
import type { DataOf } from '#core/contract/index.ts'
import { newId } from '../store/id.ts'
import type { Deps } from './deps.ts'
import { Refusal } from './refusal.ts'
import { insertVersion } from './subtitles.ts'
import { insertVideo, inspect } from './videos.ts'

const FOLDER = new URL('../../assets/sample/', import.meta.url).pathname

/** Projects that come with the product. */
const samples = [
  {
    id: 'harbour',
    name: 'Harbour morning',
    video: 'harbour.mp4',
    cover: 'harbour.jpg',
    subtitles: 'harbour.en.srt',
    durationMs: 40_000,
  },
] as const

type Sample = (typeof samples)[number]

const blobKey = (sample: Sample, file: string): string => `sample/${sample.id}/${file}`

/** Puts the samples' files where blobs live; done at every start, since the store may be new. */
export async function installSamples(deps: Deps): Promise<void> {
  for (const sample of samples) {
    for (const file of [sample.video, sample.cover]) {
      if (await deps.blobs.has(blobKey(sample, file))) continue
      const copy = join(deps.workDir, `${newId()}-${file}`)
      await copyFile(join(FOLDER, file), copy)
      await deps.blobs.put(blobKey(sample, file), copy)
    }
  }
}

export async function listSamples(deps: Deps): Promise<DataOf<'listSamples'>> {
  return {
    list: samples.map((sample) => ({
      sample_id: sample.id,
      name: sample.name,
      cover: deps.signedUrls.media(blobKey(sample, sample.cover)),
      duration_ms: sample.durationMs,
    })),
  }
}

/** A copy of the sample in the person's space: its own folder, the video, the subtitles that came with it. */
export async function openSample(deps: Deps, accountId: string, sampleId: string): Promise<DataOf<'openSample'>> {
  const sample = samples.find((candidate) => candidate.id === sampleId)
  if (!sample) throw new Refusal('not_found', 'no_data')
  const existing = await ownCopy(deps, accountId, sampleId)
  if (existing) return existing
  const key = blobKey(sample, sample.video)
  const { info, hash } = await inspect(deps, key)
  const { size } = await stat(join(FOLDER, sample.video))
  const { cues } = readSrt(await readFile(join(FOLDER, sample.subtitles), 'utf8'), sequentialIds(`${newId()}-`))
  return deps.db.transaction().execute(async (tx) => {
    // Two clicks at once make one copy: the account's row is the lock.
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
    const made = await ownCopy({ ...deps, db: tx }, accountId, sampleId)
    if (made) return made
    const folder_id = newId()
    await tx.insertInto('folder').values({ id: folder_id, account_id: accountId, name: sample.name }).execute()
    const video = await insertVideo(deps, tx, {
      account_id: accountId,
      folder_id,
      upload_id: null,
      sample_id: sampleId,
      name: sample.name,
      language: 'en',
      blob_key: key,
      content_hash: hash,
      size,
      info,
    })
    await insertVersion(tx, {
      account_id: accountId,
      folder_id,
      video_id: video.id,
      task_id: null,
      name: sample.name,
      source: 'upload',
      language: 'en',
      cues,
    })
    return { folder_id, video_id: video.id }
  })
}

async function ownCopy(deps: Deps, accountId: string, sampleId: string): Promise<DataOf<'openSample'> | undefined> {
  const row = await deps.db
    .selectFrom('video')
    .select(['id', 'folder_id'])
    .where('account_id', '=', accountId)
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  return row && { folder_id: row.folder_id, video_id: row.id }
}
