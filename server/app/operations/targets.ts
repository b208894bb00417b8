import { MAX_OPERATION_VERSIONS, type Operation } from '#core/domain/operation.ts'
import type { SubtitleSource } from '#core/domain/task.ts'
import type { MediaInfo } from '#core/media/media-info.ts'
import type { OperationFacts } from '#core/operations/plan.ts'
import type { Db } from '../../store/db.ts'
import { assetKeyOf } from '../assets/stored.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { storedText } from '../subtitles/read.ts'
import { computedShots } from '../videos/shots.ts'

/** Frame rate of files without a video, for profiles. */
const USUAL_RATE = [25, 1] as const

/** A version for an operation, without its cues. */
export interface Target {
  readonly id: string
  readonly video_id: string | null
  readonly name: string
  readonly language: string
  readonly source: SubtitleSource
  readonly version: number
  readonly is_use: boolean
  readonly size: number
  /** Of its video. */
  readonly video_name: string | null
  readonly duration_ms: number | null
  readonly info: MediaInfo | null
  readonly edited_shots: readonly number[] | null
  readonly shots_key: string | null
}

/** The caller's versions with facts of their videos, by video and number. */
function targetsOf(db: Db, accountId: string, folderId: string) {
  return db
    .selectFrom('subtitle')
    .leftJoin('video', 'video.id', 'subtitle.video_id')
    .leftJoin('shot_list', 'shot_list.video_id', 'video.id')
    .select(['subtitle.id', 'subtitle.video_id', 'subtitle.name', 'subtitle.language'])
    .select(['subtitle.source', 'subtitle.version', 'subtitle.is_use', 'subtitle.size'])
    .select(['video.name as video_name', 'video.duration_ms', 'video.info', 'shot_list.times as edited_shots'])
    .select(assetKeyOf('shot_changes').as('shots_key'))
    .where('subtitle.account_id', '=', accountId)
    .where('subtitle.folder_id', '=', folderId)
    .orderBy('video.name')
    .orderBy('subtitle.video_id')
    .orderBy('subtitle.version')
    .orderBy('subtitle.id')
}

interface Choice {
  readonly folder_id: string
  readonly video_ids?: readonly string[] | undefined
  readonly languages?: readonly string[] | undefined
  readonly only_active: boolean
}

/** Chosen versions of a folder; a Refusal if there are none, or too many. */
export async function chosenTargets(db: Db, accountId: string, choice: Choice): Promise<Target[]> {
  let query = targetsOf(db, accountId, choice.folder_id)
  if (choice.video_ids) query = query.where('subtitle.video_id', 'in', [...choice.video_ids, ''])
  if (choice.languages) query = query.where('subtitle.language', 'in', [...choice.languages, ''])
  if (choice.only_active) {
    query = query.where((eb) => eb.or([eb('subtitle.is_use', '=', true), eb('subtitle.video_id', 'is', null)]))
  }
  const targets = await query.limit(MAX_OPERATION_VERSIONS + 1).execute()
  if (targets.length === 0) throw new Refusal('refused', 'operation_empty')
  if (targets.length > MAX_OPERATION_VERSIONS)
    throw new Refusal('refused', 'operation_too_large', { n: MAX_OPERATION_VERSIONS })
  return targets
}

/** The versions of a folder with these ids. */
export async function targetsById(
  db: Db,
  accountId: string,
  folderId: string,
  ids: readonly string[],
): Promise<Target[]> {
  return targetsOf(db, accountId, folderId).where('subtitle.id', 'in', ids).execute()
}

interface Facts {
  readonly facts: Omit<OperationFacts, 'source'>
  /** Cues whose speakers are copied, as the database writes them. */
  readonly source: string | undefined
}

/** Collects what an operation needs of versions; facts of a video are read once for consecutive versions. */
export class TargetFacts {
  private readonly deps: Pick<Deps, 'db' | 'blobs' | 'workDir'>
  private readonly accountId: string
  private readonly operation: Operation
  private shots: Kept<readonly number[]> | undefined
  private source: Kept<string | undefined> | undefined

  constructor(deps: Pick<Deps, 'db' | 'blobs' | 'workDir'>, accountId: string, operation: Operation) {
    this.deps = deps
    this.accountId = accountId
    this.operation = operation
  }

  async of(target: Target): Promise<Facts> {
    const { video_id: videoId, language, duration_ms, info } = target
    const [num, den] = info?.rate ?? USUAL_RATE
    const shotChanges = videoId === null ? [] : await this.shotsOf(videoId, target)
    return {
      facts: { language, durationMs: duration_ms ?? 0, rate: { num, den }, shotChanges },
      source: videoId === null ? undefined : await this.sourceOf(videoId, target),
    }
  }

  private async shotsOf(videoId: string, { edited_shots, shots_key }: Target): Promise<readonly number[]> {
    const { kind } = this.operation
    if (kind !== 'fix' && kind !== 'check') return []
    if (edited_shots) return edited_shots
    if (shots_key === null) return []
    if (this.shots?.key !== videoId) this.shots = { key: videoId, value: await computedShots(this.deps, shots_key) }
    return this.shots.value
  }

  /** Cues of the video's version in the language whose speakers are copied; undefined for that version itself. */
  private async sourceOf(videoId: string, { id }: Target): Promise<string | undefined> {
    const { operation, accountId } = this
    const { db } = this.deps
    if (operation.kind !== 'roles') return undefined
    const row = await db
      .selectFrom('subtitle')
      .select(['id'])
      .where('account_id', '=', accountId)
      .where('video_id', '=', videoId)
      .where('language', '=', operation.from_language)
      .orderBy('is_use', 'desc')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row || row.id === id) return undefined
    if (this.source?.key !== row.id) this.source = { key: row.id, value: (await storedText(db, row.id))?.cues }
    return this.source.value
  }
}

interface Kept<T> {
  readonly key: string
  readonly value: T
}
