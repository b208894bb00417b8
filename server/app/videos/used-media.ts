import type { SlowSpan } from '#core/domain/slow-span.ts'
import { TaskState } from '#core/domain/task.ts'
import type { UsedMedia } from '#core/domain/used-media.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import type { Db } from '../../store/db.ts'
import { Refusal } from '../refusal.ts'
import type { VideoRow } from './rows.ts'

/** Results that replace a video's own picture and sound. */
export interface UsedResults {
  readonly picture: UsedResult | undefined
  readonly sound: UsedResult | undefined
}

export interface UsedResult {
  readonly blob: string
  /** Where its picture is slower than the video's. */
  readonly slowed: readonly SlowSpan[]
}

/**
 * The choices for later videos, as far as a kind of task uses them; `given` ones count in their place. Throws a Refusal if
 * the two are incompatible.
 */
export async function usedMedia(
  db: Db,
  { erase_task_id, dub_task_id }: VideoRow,
  uses: TaskKind['uses'],
  given: UsedMedia = {},
): Promise<UsedMedia> {
  if (uses === undefined) return {}
  const wanted = {
    picture_of: given.picture_of ?? erase_task_id ?? undefined,
    sound_of: uses === 'picture and sound' ? (given.sound_of ?? dub_task_id ?? undefined) : undefined,
  }
  const { picture, sound } = await usedResults(db, wanted)
  // A dub with slow-downs has its own picture: another would get out of sync.
  if (picture && sound && sound.slowed.length > 0) throw new Refusal('refused', 'slow_dub_with_picture')
  return {
    ...(picture && { picture_of: wanted.picture_of }),
    ...(sound && { sound_of: wanted.sound_of }),
  }
}

/** The results that still exist. */
export async function usedResults(db: Db, { picture_of, sound_of }: UsedMedia): Promise<UsedResults> {
  const ids = [picture_of, sound_of].filter((id) => id !== undefined)
  if (ids.length === 0) return { picture: undefined, sound: undefined }
  const rows = await db
    .selectFrom('task')
    .select(['id', 'result_blob', 'report'])
    .where('id', 'in', ids)
    .where('state', '=', TaskState.succeeded)
    .execute()
  const resultOf = (id: string | undefined): UsedResult | undefined => {
    const row = rows.find((each) => each.id === id)
    return row?.result_blob == null ? undefined : { blob: row.result_blob, slowed: row.report?.slowed ?? [] }
  }
  return { picture: resultOf(picture_of), sound: resultOf(sound_of) }
}
