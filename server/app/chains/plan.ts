import type { ChainChoice } from '#core/contract/chain.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { type PlannedStep, planSteps, settingsOfKind } from '#core/tasks/chain.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../refusal.ts'
import { own } from '../scope.ts'
import { readChosen } from '../batches/plan.ts'
import { startable } from '../tasks/check.ts'
import { videoRows } from '../videos/read.ts'
import { languageOf } from '../subtitles/rows.ts'
import type { VideoRow } from '../videos/rows.ts'
import { usedMedia } from '../videos/used-media.ts'

/** A video with what it has, before its steps are known. */
export interface ChainedVideo {
  readonly row: VideoRow
  readonly source: LanguageCode
  /** Its version with cues in each language: the active one, else the newest. */
  readonly versions: ReadonlyMap<string, string>
  readonly isErased: boolean
}

/** The chosen videos in the order of their names. Throws a Refusal if one is not the caller's. */
export async function chainedVideos(deps: Deps, accountId: string, choice: ChainChoice): Promise<ChainedVideo[]> {
  const { db } = deps
  if (choice.project_id !== undefined) await own({ db, accountId }, 'project', choice.project_id)
  const ids = [...new Set(choice.video_ids)]
  const rows = await videoRows(db, accountId, ids)
  if (rows.length < ids.length) throw notFound()
  if (ids.length === 0) return []
  const versions = await versionsOf(db, accountId, ids)
  const collator = new Intl.Collator()
  const videos: ChainedVideo[] = []
  for (const row of rows.toSorted((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))) {
    const { picture_of } = choice.erase ? await usedMedia(db, row, 'picture') : {}
    const source = choice.source_language ?? languageOf(row)
    videos.push({ row, source, versions: versions.get(row.id) ?? new Map(), isErased: picture_of !== undefined })
  }
  return videos
}

/** Of each video the version in each language. */
export async function versionsOf(
  db: Db,
  accountId: string,
  videoIds: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const rows = await db
    .selectFrom('subtitle')
    .select(['id', 'video_id', 'language'])
    .where('account_id', '=', accountId)
    .where('video_id', 'in', videoIds)
    .where('cue_sum', '>', 0)
    .orderBy('is_use', 'desc')
    .orderBy('version', 'desc')
    .orderBy('id')
    .execute()
  const byVideo = new Map<string, Map<string, string>>()
  for (const { id, video_id, language } of rows) {
    const own = byVideo.get(video_id ?? '') ?? new Map<string, string>()
    if (!own.has(language)) own.set(language, id)
    byVideo.set(video_id ?? '', own)
  }
  return byVideo
}

/** The steps of a video for some of the chosen languages. */
export function stepsFor(
  { versions, isErased, source }: ChainedVideo,
  choice: ChainChoice,
  languages: readonly string[] = choice.to_languages,
): PlannedStep[] {
  const { subtitles, erase, dub, synthesis_type: shown, stops } = choice
  return planSteps(
    { languages, subtitles, erase, dub, shown, stops },
    { source, isErased, languages: new Set(versions.keys()) },
  )
}

/** The configuration of a step's task. Throws a Refusal about a setting that its kind can't read. */
export function configFor(
  deps: Pick<Deps, 'tasks'>,
  { settings, synthesis_type }: ChainChoice,
  { taskType, language }: Pick<PlannedStep, 'taskType' | 'language'>,
  source: string,
): Record<string, unknown> {
  const { kind } = startable(deps, taskType)
  const chosen = Object.assign({}, ...(settingsOfKind[taskType] ?? []).map((name) => settings[name])) as Record<
    string,
    unknown
  >
  const has = (field: string): boolean => field in kind.config.shape
  return {
    ...readChosen(kind, chosen),
    ...(has('source_language') && isLanguageCode(source) && { source_language: source }),
    ...(has('to_language') && { to_language: language }),
    ...(has('synthesis_type') && { synthesis_type }),
  }
}
