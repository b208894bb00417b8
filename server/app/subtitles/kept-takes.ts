import type { LineTake } from '#core/domain/task.ts'
import type { TakeFacts } from '#core/speech/takes.ts'
import type { Db } from '../../store/db.ts'

/** A take as far as the choice for a dub depends on it. */
export interface KeptTake extends TakeFacts {
  readonly id: string
  readonly cueId: string
}

/** All takes of a version. */
export async function keptTakes(db: Db, fileId: string): Promise<KeptTake[]> {
  return db
    .selectFrom('line_take')
    .select(['id', 'cue_id as cueId', 'number', 'said', 'voice', 'speed', 'pitch', 'gap', 'is_starred as isStarred'])
    .where('subtitle_id', '=', fileId)
    .orderBy('seq')
    .execute()
}

/** Sounds of takes by id; those that are gone are left out. */
export async function takeSounds(db: Db, takeIds: readonly string[]): Promise<ReadonlyMap<string, LineTake>> {
  if (takeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('line_take')
    .select(['id', 'blob', 'ms', 'breaks_off as breaksOff'])
    .where('id', 'in', takeIds)
    .execute()
  return new Map(rows.map(({ id, ...take }) => [id, take]))
}
