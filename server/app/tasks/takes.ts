import { sql } from 'kysely'
import { TaskState } from '#core/domain/task.ts'
import { lineSpeech } from '#core/tasks/line-speech.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { videoDubbing } from '#core/tasks/video-dubbing.ts'
import type { Db } from '../../store/db.ts'

/** Takes of a video in a language, of an account. */
export interface Takes {
  /** Their length together, in milliseconds. */
  readonly ms: number
  /** Credits that were paid for them and not yet taken off the price of a dub. */
  readonly paid: number
}

const LASTING = [TaskState.queued, TaskState.running, TaskState.succeeded]

/** Takes that were made or are under way, and what dubs of their video have taken off their price for them. */
export async function takesOf(db: Db, accountId: string, videoId: string, language: string): Promise<Takes> {
  const takes = await db
    .selectFrom('task')
    .select([
      sql<number>`coalesce(sum((config->>'ms')::float8), 0)::float8`.as('ms'),
      sql<number>`coalesce(sum(credits), 0)::float8`.as('credits'),
    ])
    .where('account_id', '=', accountId)
    .where('type', '=', lineSpeech.type)
    .where('state', 'in', LASTING)
    .where('language', '=', language)
    .where(sql<boolean>`config->>'video_id' = ${videoId}`)
    .executeTakeFirstOrThrow()
  if (takes.credits === 0) return { ms: takes.ms, paid: 0 }
  const { used } = await db
    .selectFrom('task')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .select(sql<number>`coalesce(sum((task.config->>'paid')::float8), 0)::float8`.as('used'))
    .where('task.account_id', '=', accountId)
    .where('task.type', 'in', [videoDubbingOnly.type, videoDubbing.type])
    .where('task.state', 'in', LASTING)
    .where('task.language', '=', language)
    .where('task_subject.kind', '=', 'video')
    .where('task_subject.id', '=', videoId)
    .executeTakeFirstOrThrow()
  return { ms: takes.ms, paid: Math.max(0, takes.credits - used) }
}
