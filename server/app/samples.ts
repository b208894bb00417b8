import { copyFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { InterfaceLanguage, LanguageCode } from '#core/domain/languages.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Db, Tx } from '../store/db.ts'
import { newId } from '../store/id.ts'
import type { Deps } from './deps.ts'
import { notFound } from './refusal.ts'
import { insertVersion } from './subtitles/add.ts'
import { cueColumns, type VersionText } from './subtitles/rows.ts'
import { insertVideo } from './videos/write.ts'

const FOLDER = new URL('../../assets/sample/', import.meta.url).pathname

/** Projects that ship with the product. */
const samples = [
  {
    id: 'harbour',
    name: { en: 'Harbour morning', zh_cn: '海港清晨' },
    video: 'harbour.mp4',
    cover: 'harbour.jpg',
    /** The speech's language first. */
    subtitles: [
      { language: 'en', file: 'harbour.en.srt' },
      { language: 'zh_cn', file: 'harbour.zh_cn.srt' },
    ],
    derived: { peaks: 'harbour.peaks', strip: 'harbour.strip.jpg', shot_changes: 'harbour.shots.json' },
    durationMs: 40_000,
    width: 640,
    height: 360,
    rate: [25, 1],
  },
] as const

type Sample = (typeof samples)[number]

const blobKey = (sample: Sample, file: string): string => `sample/${sample.id}/${file}`

/** Copies the samples' files into the blob store; at every start, since the store may be new. */
export async function installSamples(deps: Deps): Promise<void> {
  for (const sample of samples) {
    for (const file of [sample.video, sample.cover, ...Object.values(sample.derived)]) {
      if (await deps.blobs.has(blobKey(sample, file))) continue
      const copy = join(deps.workDir, `${newId()}-${file}`)
      await copyFile(join(FOLDER, file), copy)
      await deps.blobs.put(blobKey(sample, file), copy)
    }
  }
}

/** Samples open to everyone. */
export async function listSamples(deps: Deps, language: InterfaceLanguage): Promise<DataOf<'listSamples'>> {
  return { list: await Promise.all(samples.map((sample) => presentSample(deps, sample, language))) }
}

async function presentSample(
  deps: Deps,
  sample: Sample,
  shownIn: InterfaceLanguage,
): Promise<DataOf<'listSamples'>['list'][number]> {
  const address = (file: string): string => deps.signedUrls.media(blobKey(sample, file))
  const { id, name, cover, video, derived, durationMs, width, height, rate, subtitles } = sample
  const { peaks, strip, shot_changes } = derived
  return {
    sample_id: id,
    name: name[shownIn],
    cover: address(cover),
    video: address(video),
    duration_ms: durationMs,
    width,
    height,
    rate: [...rate],
    derived: { peaks: address(peaks), strip: address(strip), shot_changes: address(shot_changes) },
    subtitles: await Promise.all(
      subtitles.map(async ({ language, file }) => ({
        language,
        content: await readFile(join(FOLDER, file), 'utf8'),
      })),
    ),
  }
}

/** A copy of the sample in the user's space, named in their language: its own folder, the video and its subtitles. */
export async function openSample(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  sampleId: string,
): Promise<DataOf<'openSample'>> {
  const sample = samples.find((candidate) => candidate.id === sampleId)
  if (!sample) throw notFound()
  const existing = await ownCopy(deps.db, accountId, sampleId)
  if (existing) return existing
  const { size } = await stat(join(FOLDER, sample.video))
  const versions = await Promise.all(sample.subtitles.map(readText))
  return deps.db.transaction().execute(async (tx) => {
    // The account's row is locked, so that two clicks make one copy.
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow()
    const made = await ownCopy(tx, accountId, sampleId)
    return made ?? copySample(deps, tx, accountId, sample, { size, versions, name: sample.name[language] })
  })
}

interface SampleText {
  readonly language: LanguageCode
  readonly text: VersionText
}

async function readText({ language, file }: Sample['subtitles'][number]): Promise<SampleText> {
  const { cues } = readSrt(await readFile(join(FOLDER, file), 'utf8'), sequentialIds(`${newId()}-`))
  return { language, text: cueColumns(cues) }
}

async function copySample(
  deps: Deps,
  tx: Tx,
  accountId: string,
  sample: Sample,
  { size, versions, name }: { size: number; versions: readonly SampleText[]; name: string },
): Promise<DataOf<'openSample'>> {
  const folder_id = newId()
  await tx.insertInto('folder').values({ id: folder_id, account_id: accountId, name }).execute()
  const video_id = await insertVideo(deps, tx, {
    account_id: accountId,
    folder_id,
    upload_id: null,
    sample_id: sample.id,
    name,
    language: sample.subtitles[0].language,
    blob_key: blobKey(sample, sample.video),
    size,
  })
  const place = { account_id: accountId, folder_id, video_id, task_id: null, name }
  // The first, in the language of the speech, becomes the active one.
  for (const version of versions) await insertVersion(tx, { ...place, source: 'upload', ...version })
  return { folder_id, video_id }
}

async function ownCopy(db: Db, accountId: string, sampleId: string): Promise<DataOf<'openSample'> | undefined> {
  const row = await db
    .selectFrom('video')
    .select(['id', 'folder_id'])
    .where('account_id', '=', accountId)
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  return row && { folder_id: row.folder_id, video_id: row.id }
}
