import { TaskState } from '#core/domain/task.ts'
import type { Db } from '../../store/db.ts'
import type { DubMix } from '../../store/tables/dub-mix.ts'

/** Keeps what a dub is mixed of with its task; another attempt replaces it. */
export async function keepMix(db: Db, taskId: string, mix: DubMix): Promise<void> {
  const row = { task_id: taskId, mix: JSON.stringify(mix) }
  await db
    .insertInto('dub_mix')
    .values(row)
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet({ mix: row.mix }))
    .execute()
}

/** A finished dub of an account, with what it is mixed of. */
export interface FinishedDub {
  readonly taskId: string
  readonly name: string
  readonly language: string
  /** Its file. */
  readonly result: string | null
  readonly mix: DubMix
}

function finishedDubs(db: Db, accountId: string, videoId: string) {
  return db
    .selectFrom('task')
    .innerJoin('dub_mix', 'dub_mix.task_id', 'task.id')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .select(['task.id as taskId', 'task.name', 'task.language', 'task.result_blob as result', 'dub_mix.mix'])
    .where('task.account_id', '=', accountId)
    .where('task.state', '=', TaskState.succeeded)
    .where('task_subject.kind', '=', 'video')
    .where('task_subject.id', '=', videoId)
}

/** The account's dub of a video; undefined where it has no such one, or that is from before mixes were kept. */
export async function finishedDub(
  db: Db,
  { accountId, videoId, taskId }: { readonly accountId: string; readonly videoId: string; readonly taskId: string },
): Promise<FinishedDub | undefined> {
  return finishedDubs(db, accountId, videoId).where('task.id', '=', taskId).executeTakeFirst()
}

/** The newest dub of each language. */
export async function dubsByLanguage(db: Db, accountId: string, videoId: string): Promise<FinishedDub[]> {
  return finishedDubs(db, accountId, videoId)
    .distinctOn('task.language')
    .orderBy('task.language')
    .orderBy('task.created_at', 'desc')
    .execute()
}
