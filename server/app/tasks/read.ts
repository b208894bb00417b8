import { sql } from 'kysely'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Task, taskOrders } from '#core/contract/task.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import { writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { assetKeyOf } from '../assets/stored.ts'
import { readPlace, writePlace } from '../keyset.ts'
import { countColumn } from '../paging.ts'
import { notFound, Refusal } from '../refusal.ts'
import { describeVoices } from '../subtitles/flags.ts'
import { cuesOf } from '../subtitles/rows.ts'
import { describeTask } from './present.ts'

/** The recent duration for a running task's type and size: median of 20, in milliseconds. */
const usualMs = sql<number | null>`
  case when task.state = ${TaskState.running} and task.work > 0 then (
    select task.work * percentile_cont(0.5) within group (
      order by extract(epoch from done.updated_at - done.began_at) * 1000 / done.work
    )
    from (
      select earlier.updated_at, earlier.began_at, earlier.work from task as earlier
      where earlier.type = task.type and earlier.state = ${TaskState.succeeded} and earlier.work > 0
        and earlier.attempts = 1 and earlier.began_at is not null
      order by earlier.updated_at desc
      limit 20
    ) as done
  ) end`

/** Public tasks of an account with their first video and its cover. */
function publicTasks(db: Db, accountId: string) {
  return db
    .selectFrom('task')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('task_subject')
          .leftJoin('video', 'video.id', 'task_subject.id')

          .select(['task_subject.id as video_id', 'video.duration_ms as video_ms', assetKeyOf('cover').as('cover_key')])
          .whereRef('task_subject.task_id', '=', 'task.id')
          .where('task_subject.kind', '=', 'video')
          .orderBy('task_subject.id')
          .limit(1)
          .as('subject'),
      (join) => join.onTrue(),
    )
    .selectAll('task')
    .select(['subject.video_id', 'subject.cover_key', 'subject.video_ms', usualMs.as('usual_ms')])
    .select((eb) =>
      eb
        .selectFrom('task_subject')
        .innerJoin('subtitle', 'subtitle.id', 'task_subject.id')
        .select('subtitle.id')
        .whereRef('task_subject.task_id', '=', 'task.id')
        .where('task_subject.kind', '=', 'subtitle')
        .orderBy('subtitle.id')
        .limit(1)
        .as('source_file_id'),
    )
    .where('task.account_id', '=', accountId)
    .where('task.is_internal', '=', false)
}

/** Filter of a task list; by default all. */
interface TaskFilter {
  readonly video_id?: string | undefined
  readonly batch_id?: string | undefined
  readonly project_id?: string | undefined
  readonly chain_id?: string | undefined
  /** Translated to or from it. */
  readonly language?: string | undefined
  /** Part of the name. */
  readonly search?: string | undefined
  /** Kinds. */
  readonly task_type?: readonly string[] | undefined
  readonly state?: number | undefined
  /** Maximum age. */
  readonly days?: number | undefined
  /** Whether only those that ended and were not looked at. */
  readonly unread?: '0' | '1'
}

/** Order of the history: newest first by default. */
interface TaskOrder {
  readonly sort?: (typeof taskOrders)[number] | undefined
  readonly ascending: '0' | '1'
}

const orderColumns = {
  create_time: sql`task.created_at`,
  task_name: sql`lower(task.name)`,
  task_type: sql`task.type`,
  // Running first, then waiting, failed and done.
  state: sql`case task.state when ${TaskState.running} then 0 when ${TaskState.queued} then 1 when ${TaskState.failed} then 2 else 3 end`,
  credits: sql`task.credits`,
  duration_ms: sql`coalesce((
    select video.duration_ms from task_subject as subject left join video on video.id = subject.id
    where subject.task_id = task.id and subject.kind = 'video' order by subject.id limit 1
  ), 0)`,
} as const

/** The history, without the tasks' inputs. */
export async function listTasks(
  deps: Deps,
  accountId: string,
  shown: InterfaceLanguage,
  input: TaskFilter & TaskOrder & { page: number; page_size: number; after: string },
): Promise<DataOf<'listTasks'>> {
  const { video_id, batch_id, project_id, chain_id, task_type, state, days, unread, language, search = '' } = input
  let matching = deps.db
    .selectFrom('task')
    .where('task.account_id', '=', accountId)
    .where('task.is_internal', '=', false)
  if (batch_id !== undefined) matching = matching.where('task.batch_id', '=', batch_id)
  if (project_id !== undefined) matching = matching.where('task.project_id', '=', project_id)
  if (chain_id !== undefined) matching = matching.where('task.chain_id', '=', chain_id)
  if (language !== undefined)
    matching = matching.where((eb) =>
      eb.or([eb('task.language', '=', language), eb('task.previous_language', '=', language)]),
    )
  if (search !== '') matching = matching.where('task.name', 'ilike', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
  if (task_type && task_type.length > 0) matching = matching.where('task.type', 'in', task_type)
  if (state !== undefined) matching = matching.where('task.state', '=', state)
  if (days !== undefined)
    matching = matching.where('task.created_at', '>', sql<Date>`now() - make_interval(days => ${days})`)
  if (unread === '1')
    matching = matching
      .where('task.read', '=', false)
      .where('task.state', 'in', [TaskState.succeeded, TaskState.failed])
  if (video_id) {
    matching = matching.where('task.id', 'in', (eb) =>
      eb.selectFrom('task_subject').select('task_id').where('kind', '=', 'video').where('id', '=', video_id),
    )
  }
  const { page, page_size, after, sort = 'create_time' } = input
  const isAscending = input.ascending === '1'
  const direction = isAscending ? 'asc' : 'desc'
  const from = after === '' ? matching : matching.where(beyond(sort, isAscending, readTaskPlace(sort, after)))
  const ordered = from
    .select(['task.id', madeAt.as('made'), orderText(sort).as('key')])
    .orderBy(orderColumns[sort], direction)
  // For newest first one index has the whole order; the others break ties by time.
  const byAge = sort === 'create_time' ? direction : 'desc'
  const counted = after === '' ? await matching.select(countColumn).execute() : []
  const found = await ordered
    .orderBy('task.created_at', byAge)
    .orderBy('task.id', byAge)
    .limit(page_size + 1)
    .offset(after === '' ? (page - 1) * page_size : 0)
    .execute()
  const places = found.slice(0, page_size)
  const last = found.length > page_size ? places.at(-1) : undefined
  const ids = places.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await publicTasks(deps.db, accountId).where('task.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const list = ids.flatMap((id) => byId.get(id) ?? []).map((row) => describeTask(deps, row, shown))
  const next = last ? writePlace({ key: `${last.made} ${last.key}`, id: last.id }) : ''
  return { list, total: counted[0]?.total ?? (after === '' ? 0 : null), page, page_size, next }
}

/** When a task was created, in microseconds: a place is exact. */
const madeAt = sql<string>`(extract(epoch from task.created_at) * 1000000)::bigint::text`

type Sort = (typeof taskOrders)[number]

/** The sort value as text; a place has the time anyway. */
const orderText = (sort: Sort) => (sort === 'create_time' ? sql<string>`''` : sql<string>`${orderColumns[sort]}::text`)

interface TaskPlace {
  /** Microseconds. */
  readonly made: string
  readonly value: string
  readonly id: string
}

function readTaskPlace(sort: Sort, text: string): TaskPlace {
  const { key, id } = readPlace(text, { isNumber: false })
  const [, made, value = ''] = /^(\d{1,17}) ([^]*)$/.exec(key) ?? []
  const isFitting = sort === 'create_time' ? value === '' : isText(sort) || /^\d{1,17}$/.test(value)
  if (made === undefined || !isFitting) throw new Refusal('refused', 'invalid_input', { field: 'after', detail: '' })
  return { made, value, id }
}

const isText = (sort: Sort): boolean => sort === 'task_name' || sort === 'task_type'

/** Tasks after a place. */
function beyond(sort: Sort, isAscending: boolean, { made, value, id }: TaskPlace) {
  const time = sql`timestamptz 'epoch' + ${made}::bigint * interval '1 microsecond'`
  const way = isAscending ? sql`>` : sql`<`
  if (sort === 'create_time') return sql<boolean>`(task.created_at, task.id) ${way} (${time}, ${id})`
  const column = orderColumns[sort]
  const place = isText(sort) ? sql`${value}::text` : sql`${value}::bigint`
  const isOlder = sql`(task.created_at, task.id) < (${time}, ${id})`
  return sql<boolean>`(${column} ${way} ${place} or (${column} = ${place} and ${isOlder}))`
}

/** The newest task of each of these videos. */
export async function newestTasks(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  videoIds: readonly string[],
): Promise<Map<string, Task>> {
  if (videoIds.length === 0) return new Map()
  const newest = await deps.db
    .selectFrom('task_subject as of')
    .innerJoin('task', 'task.id', 'of.task_id')
    .distinctOn('of.id')
    .select(['of.id as video', 'task.id as task'])
    .where('of.kind', '=', 'video')
    .where('of.id', 'in', videoIds)
    .where('task.account_id', '=', accountId)
    .where('task.is_internal', '=', false)
    .orderBy('of.id')
    .orderBy('task.created_at', 'desc')
    .orderBy('task.id')
    .execute()
  if (newest.length === 0) return new Map()
  const byId = await tasksById(
    deps,
    accountId,
    language,
    newest.map(({ task }) => task),
  )
  return new Map(newest.flatMap(({ video, task }) => (byId.has(task) ? [[video, byId.get(task) as Task]] : [])))
}

/** An account's tasks of these ids. */
export async function tasksById(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  ids: readonly string[],
): Promise<Map<string, Task>> {
  if (ids.length === 0) return new Map()
  const rows = await publicTasks(deps.db, accountId).where('task.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, describeTask(deps, row, language)]))
}

/** More than a user follows at a time. */
const MOST_RUNNING = 100

/** An account's waiting and running tasks, newest first. */
export async function listRunning(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
): Promise<DataOf<'listRunning'>> {
  const rows = await publicTasks(deps.db, accountId)
    .where('task.state', 'in', [TaskState.queued, TaskState.running])
    .orderBy('task.created_at', 'desc')
    .orderBy('task.id')
    .limit(MOST_RUNNING)
    .execute()
  return { list: rows.map((row) => describeTask(deps, row, language)) }
}

/** How many tasks an account has, running and unread ones. */
export async function sumTasks(db: Db, accountId: string): Promise<DataOf<'sumTasks'>> {
  return db
    .selectFrom('task')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where state in (0, 3)))::int`.as('processing'),
      sql<number>`(count(*) filter (where not read and state in (1, 2)))::int`.as('unread'),
    ])
    .where('account_id', '=', accountId)
    .where('is_internal', '=', false)
    .executeTakeFirstOrThrow()
}

/** One task with its text; marks it as read if it has ended. */
export async function getTask(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  taskId: string,
): Promise<DataOf<'getTask'>> {
  const row = await publicTasks(deps.db, accountId).where('task.id', '=', taskId).executeTakeFirst()
  if (!row) throw notFound()
  if (!row.read && !describeTaskState(row.state).isOngoing) await readTasks(deps.db, accountId, [taskId])
  const made = row.result_subtitle_id
    ? await deps.db.selectFrom('subtitle').selectAll().where('id', '=', row.result_subtitle_id).executeTakeFirst()
    : undefined
  const text = made ? writeSrt(cuesOf(made)) : ''
  return {
    ...describeTask(deps, row, language),
    task_info: {
      lines: (row.report?.lines ?? []).map(({ cue, ...line }) => ({ ...line, text: cue ? plainText(cue.text) : '' })),
      slowed: row.report?.slowed ?? [],
      remarks: row.report?.remarks ?? [],
      voices: row.report?.voices ? describeVoices(row.report.voices) : null,
    },
    source_subtitle_txt: made?.source === 'extract' ? text : '',
    translate_subtitle_txt: made?.source === 'translate' ? text : '',
  }
}

/** Marks an account's tasks as looked at. */
export async function readTasks(db: Db, accountId: string, taskIds: readonly string[]): Promise<void> {
  await db
    .updateTable('task')
    .set({ read: true })
    .where('account_id', '=', accountId)
    .where('id', 'in', taskIds)
    .where('read', '=', false)
    .execute()
}
