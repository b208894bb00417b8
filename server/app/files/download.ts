import { distinctNames, safeFileName, stemOf } from '#core/domain/file-names.ts'
import { extensionOf } from '#core/domain/limits.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { fileEnding, type Format } from '#core/subtitle/formats/format.ts'
import { openBlob, openSubtitle, ownFormat, type Zip, zipOf, type ZippedFile } from '../zip.ts'

const DAY_MS = 86_400_000

type Which = Pick<ParsedInputOf<'downloadFiles'>, 'folder_id' | 'video_ids' | 'subtitles_ids' | 'parts'>

/** Stores which files of the caller's folder are wanted and returns the address of their zip. Throws a Refusal. */
export async function prepareFolderZip(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'downloadFiles'>,
): Promise<DataOf<'downloadFiles'>> {
  const { db } = deps
  const folder = await own({ db, accountId }, 'folder', input.folder_id)
  const files = await filesOf(deps, accountId, input)
  if (files.length === 0) throw new Refusal('not_found', 'nothing_to_download')
  const id = newId()
  const before = new Date(Date.now() - DAY_MS)
  await db.deleteFrom('folder_zip').where('account_id', '=', accountId).where('created_at', '<', before).execute()
  await db
    .insertInto('folder_zip')
    .values({
      id,
      account_id: accountId,
      folder_id: folder.id,
      video_ids: input.video_ids ? JSON.stringify(input.video_ids) : null,
      subtitle_ids: input.subtitles_ids ? JSON.stringify(input.subtitles_ids) : null,
      parts: input.parts,
    })
    .execute()
  return { url: deps.signedUrls.zip('folder', id), file_name: safeFileName(folder.name, 'zip'), file_sum: files.length }
}

/** The requested zip with the files' current content. The caller has checked the signature. */
export async function openFolderZip(deps: Deps, zipId: string): Promise<Zip> {
  const wanted = await deps.db.selectFrom('folder_zip').selectAll().where('id', '=', zipId).executeTakeFirst()
  if (!wanted) throw notFound()
  const folder = await own({ db: deps.db, accountId: wanted.account_id }, 'folder', wanted.folder_id)
  const files = await filesOf(deps, wanted.account_id, {
    folder_id: wanted.folder_id,
    video_ids: wanted.video_ids ?? undefined,
    subtitles_ids: wanted.subtitle_ids ?? undefined,
    parts: wanted.parts,
  })
  return zipOf(safeFileName(folder.name, 'zip'), files)
}

/** Videos and subtitle files under readable names; versions are named after their video. */
async function filesOf(deps: Deps, accountId: string, which: Which): Promise<ZippedFile[]> {
  const videos = which.parts === 'subtitles' ? [] : await videosOf(deps, accountId, which)
  const subtitles = which.parts === 'videos' ? [] : await subtitlesOf(deps, accountId, which)
  const nameOf = namesInZip([
    ...videos,
    ...subtitles.flatMap(({ video_id, video }) =>
      video_id === null || video === null ? [] : [{ id: video_id, name: video }],
    ),
  ])
  const found = [
    ...videos.map(({ id, blob_key }) => ({
      name: `${nameOf(id)}.${extensionOf(blob_key)}`,
      compress: false,
      open: () => openBlob(deps, blob_key),
    })),
    ...subtitles.map(({ id, name, video_id, language, version, imported_format }) => ({
      name: versionFileName({
        name,
        video: video_id === null ? null : nameOf(video_id),
        language,
        version,
        format: ownFormat({ imported_format }),
      }),
      compress: true,
      open: () => openSubtitle(deps, id),
    })),
  ]
  const names = distinctNames(found.map(({ name }) => name))
  return found.map((file, at) => ({ ...file, name: names[at] ?? file.name }))
}

/** A subtitle file in a zip: a version has its video's name and what distinguishes it from the others. */
export function versionFileName(of: {
  name: string
  video: string | null
  language: string
  version: number
  format: Format
}): string {
  const { name, video, language, version, format } = of
  const ending = fileEnding(format)
  if (video === null) return safeFileName(stemOf(name), ending)
  return safeFileName(video, ending, (own) => `${own} (${language}, ${version})`)
}

/** Each video's name in a zip, without extension and unique, so that its subtitles can be matched by name. */
function namesInZip(videos: readonly { id: string; name: string }[]): (id: string) => string {
  const byId = new Map(videos.map(({ id, name }) => [id, name]))
  const inOrder = [...byId].sort(([a, left], [b, right]) => (left === right ? (a < b ? -1 : 1) : left < right ? -1 : 1))
  const names = distinctNames(inOrder.map(([, name]) => safeFileName(name, 'mp4')))
  const stems = new Map(inOrder.map(([id], at) => [id, stemOf(names[at] ?? '')]))
  return (id) => stems.get(id) ?? id
}

async function videosOf({ db }: Deps, accountId: string, { folder_id, video_ids, subtitles_ids }: Which) {
  if (video_ids ? video_ids.length === 0 : subtitles_ids !== undefined) return []
  let query = db
    .selectFrom('video')
    .select(['id', 'name', 'blob_key'])
    .where('account_id', '=', accountId)
    .where('folder_id', '=', folder_id)
  if (video_ids) query = query.where('id', 'in', video_ids)
  return query.orderBy('name').orderBy('id').execute()
}

async function subtitlesOf({ db }: Deps, accountId: string, { folder_id, video_ids, subtitles_ids }: Which) {
  const isWhole = !video_ids && !subtitles_ids
  let query = db
    .selectFrom('subtitle')
    .leftJoin('video', 'video.id', 'subtitle.video_id')
    .select([
      'subtitle.id',
      'subtitle.name',
      'subtitle.language',
      'subtitle.version',
      'subtitle.video_id',
      'subtitle.imported_format',
      'video.name as video',
    ])
    .where('subtitle.account_id', '=', accountId)
    .where('subtitle.folder_id', '=', folder_id)
    .where('subtitle.cue_sum', '>', 0)
  if (!isWhole) {
    const inAny = [...(video_ids ?? []), ...(subtitles_ids ?? [])]
    if (inAny.length === 0) return []
    query = query.where((eb) =>
      eb.or([
        ...(video_ids?.length ? [eb('subtitle.video_id', 'in', video_ids)] : []),
        ...(subtitles_ids?.length ? [eb('subtitle.id', 'in', subtitles_ids)] : []),
      ]),
    )
  }
  return query
    .orderBy('video.name')
    .orderBy('subtitle.name')
    .orderBy('subtitle.version')
    .orderBy('subtitle.id')
    .execute()
}
