import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { ProVideo, ProVersion } from '#core/contract/pro.ts'
import type { FileSort } from '#core/domain/files.ts'
import { TaskState } from '#core/domain/task.ts'
import { assetKeyOf } from '../assets/stored.ts'
import type { Caller } from '../batches/skipped.ts'
import type { Deps } from '../deps.ts'
import { checkFolder } from '../folders.ts'
import { patternOf, readPlace, writePlace } from '../keyset.ts'
import { failureMessage } from '../messages.ts'
import { versionsOfVideo } from './versions.ts'

type Input = ParsedInputOf<'listProVideos'>

interface Row {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly cover_key: string | null
  readonly duration_ms: number | null
  readonly is_wide: boolean | null
  readonly language: string
  readonly state: number
  readonly progress: number
  readonly fail_msg: string
  readonly created_at: Date
  readonly versions: ProVersion[]
  readonly tasks: { ing: number; fail: number }
}

/** Microseconds for times, so that a place is exact. */
const sortKeys = { created: sql`video.created_at`, name: sql`lower(video.name)`, size: sql`video.size` } as const
const keyTexts = {
  created: sql`(extract(epoch from video.created_at) * 1000000)::bigint::text`,
  name: sql`lower(video.name)`,
  size: sql`video.size::text`,
} as const

function placeValue(sort: FileSort, key: string) {
  if (sort === 'created') return sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
  return sort === 'size' ? sql`${key}::bigint` : sql`${key}::text`
}

const ongoing = sql`(${TaskState.queued}, ${TaskState.running})`

/** Videos of a folder with their versions in one query: a page costs the same in every folder. */
export async function listProVideos(
  deps: Deps,
  { accountId, language }: Caller,
  input: Input,
): Promise<DataOf<'listProVideos'>> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const [rows, total] = await Promise.all([pageOf(deps, input), input.after === '' ? countOf(deps, input) : null])
  const list = rows.slice(0, input.limit).map((row) => describe(deps, language, row))
  const last = rows.length > input.limit ? rows[input.limit - 1] : undefined
  return { list, next: last ? writePlace(last) : '', total }
}

async function pageOf({ db }: Deps, input: Input): Promise<Row[]> {
  const { sort, order, limit, folder_id } = input
  const key = sortKeys[sort]
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const place = input.after === '' ? undefined : readPlace(input.after, { isNumber: sort !== 'name' })
  const beyond = order === 'asc' ? sql`>` : sql`<`
  const after = place ? sql`and (${key}, video.id) ${beyond} (${placeValue(sort, place.key)}, ${place.id})` : sql``
  const { rows } = await sql<Row>`
    select video.id, ${keyTexts[sort]} as key, video.name, video.duration_ms, video.language, video.created_at,
      ${assetKeyOf('cover')} as cover_key,
      (video.info->>'width')::int >= (video.info->>'height')::int as is_wide,
      coalesce(ingest.state, ${TaskState.queued}) as state, coalesce(ingest.progress, 0) as progress,
      coalesce(ingest.fail_msg, '') as fail_msg,
      ${versionsOfVideo} as versions,
      (select json_build_object('ing', count(*) filter (where task.state in ${ongoing}),
          'fail', count(*) filter (where task.state = ${TaskState.failed}))
        from task_subject as subject join task on task.id = subject.task_id
        where subject.kind = 'video' and subject.id = video.id and not task.is_internal) as tasks
    from video left join task as ingest on ingest.id = video.ingest_task_id
    where video.folder_id = ${folder_id} ${searched(input)} ${after}
    order by ${key} ${direction}, video.id ${direction} limit ${limit + 1}`.execute(db)
  return rows
}

function searched({ search }: Input) {
  return search === '' ? sql`` : sql`and video.name ilike ${patternOf(search)}`
}

async function countOf({ db }: Deps, input: Input): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from video where folder_id = ${input.folder_id} ${searched(input)}`.execute(db)
  return rows[0]?.total ?? 0
}

function describe({ signedUrls }: Deps, language: Caller['language'], row: Row): ProVideo {
  return {
    video_id: row.id,
    video_name: row.name,
    video_cover: signedUrls.media(row.cover_key),
    duration_ms: row.duration_ms ?? 0,
    is_wide: row.is_wide ?? true,
    language: row.language,
    state: row.state,
    progress: row.progress,
    fail_msg: failureMessage(language, row.fail_msg),
    create_time: row.created_at.toISOString(),
    versions: row.versions,
    task_sum_ing: row.tasks.ing,
    task_sum_fail: row.tasks.fail,
  }
}
