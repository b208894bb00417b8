import { sql } from 'kysely'
import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'
import type { Db } from '../../store/db.ts'
import { clearEach, daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Unreferenced step results with their files, and records of old steps. */
export const artifactSweep: Sweep = {
  name: 'unreferenced-artifacts',
  cron: '37 * * * *',
  run: async ({ db, blobs }, now, onFault) => {
    await db.deleteFrom('step_run').where('started_at', '<', daysBefore(now, FILE_LIFETIME_DAYS)).execute()
    const remove = async ({ id }: { id: string }): Promise<void> => {
      await db.deleteFrom('artifact').where('key', '=', id).execute()
      await blobs.remove(`derived/${id}`)
    }
    return clearEach(await unreferencedArtifacts(db, now), remove, onFault)
  },
}

/**
 * The oldest step results without an asset, a take, a task or a run within a day: result files of deleted tasks (`result.…`)
 * after a day, others after the lifetime of files.
 */
export async function unreferencedArtifacts(db: Db, now: Date): Promise<{ id: string }[]> {
  const dayAgo = daysBefore(now, 1)
  return db
    .selectFrom('artifact')
    .select('artifact.key as id')
    .where((row) =>
      row.or([
        row('artifact.created_at', '<', daysBefore(now, FILE_LIFETIME_DAYS)),
        row.and([
          row('artifact.created_at', '<', dayAgo),
          row(sql<string | null>`artifact.value ->> 'blob'`, 'like', '%/result.%'),
        ]),
      ]),
    )
    .where(sql<boolean>`not exists (select from asset where split_part(asset.blob_key, '/', 2) = artifact.key)`)
    .where(sql<boolean>`not exists (select from line_take where split_part(line_take.blob, '/', 2) = artifact.key)`)
    .where(sql<boolean>`not exists (select from task where split_part(task.result_blob, '/', 2) = artifact.key)`)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('step_run')
            .select('step_run.id')
            .whereRef('step_run.key', '=', 'artifact.key')
            .where('step_run.started_at', '>', dayAgo),
        ),
      ),
    )
    .orderBy('artifact.created_at')
    .limit(SWEEP_BATCH)
    .execute()
}
