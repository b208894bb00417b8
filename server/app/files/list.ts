import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { FileKind, FileSort } from '#core/domain/files.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Deps } from '../deps.ts'
import { checkFolder } from '../folders.ts'
import { patternOf, readPlace, writePlace } from '../keyset.ts'
import { versionsById } from '../subtitles/read.ts'
import { newestTasks } from '../tasks/read.ts'
import { videosById } from '../videos/read.ts'

type Input = ParsedInputOf<'listFiles'>
type Page = DataOf<'listFiles'>

/**
 * Files of a folder in an order, after a place: each page costs the same at any folder size. The place is the last file's
 * key, so that concurrent changes repeat no file.
 */
export async function listFiles(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  input: Input,
): Promise<Page> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const [found, total] = await Promise.all([keysOf(deps, input), input.after === '' ? countOf(deps, input) : null])
  const keys = found.slice(0, input.limit)
  const idsOf = (kind: FileKind): string[] => keys.filter((key) => key.kind === kind).map(({ id }) => id)
  const videoIds = idsOf('video')
  const [videos, subtitles, tasks] = await Promise.all([
    videosById(deps, accountId, videoIds, language),
    versionsById(deps.db, accountId, idsOf('subtitle')),
    newestTasks(deps, accountId, language, videoIds),
  ])
  const list = keys.flatMap(({ kind, id }): Page['list'] => {
    const video = videos.get(id) ?? null
    const subtitle = subtitles.get(id) ?? null
    return video || subtitle ? [{ kind, video, subtitle, task: tasks.get(id) ?? null }] : []
  })
  const last = found.length > input.limit ? keys.at(-1) : undefined
  return { list, next: last ? writePlace(last) : '', total }
}

/** Matching file ids of a folder, in an order and after a place: one query. */
export async function listFileIds(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'listFileIds'>,
): Promise<DataOf<'listFileIds'>> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const found = await keysOf(deps, input)
  const keys = found.slice(0, input.limit)
  const last = found.length > input.limit ? keys.at(-1) : undefined
  const list = keys.map(({ kind, id, name, language }) => ({ kind, id, name, language }))
  return { list, next: last ? writePlace(last) : '' }
}

interface Key {
  readonly name: string
  readonly language: string
  readonly kind: FileKind
  readonly id: string
  /** Text of what the files are ordered by. */
  readonly key: string
}

/** Sort columns of each table; times in microseconds, so that a place is exact. */
const sortKeys = {
  created: { video: sql`created_at`, subtitle: sql`created_at` },
  name: { video: sql`lower(name)`, subtitle: sql`lower(name)` },
  size: { video: sql`size`, subtitle: sql`size` },
} as const

const keyText = {
  created: sql`(extract(epoch from key) * 1000000)::bigint::text`,
  name: sql`key`,
  size: sql`key::text`,
} as const

function placeValue(sort: FileSort, key: string) {
  if (sort === 'created') return sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
  return sort === 'size' ? sql`${key}::bigint` : sql`${key}::text`
}

/** Keys of a page plus one file more, which shows whether there is another page. */
async function keysOf({ db }: Deps, input: Input): Promise<Key[]> {
  const { sort, order, limit } = input
  const place = input.after === '' ? undefined : readPlace(input.after, { isNumber: sort !== 'name' })
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const beyond = order === 'asc' ? sql`>` : sql`<`
  const from = (kind: FileKind, where: ReturnType<typeof sql>) => {
    const key = sortKeys[sort][kind]
    const after = place ? sql`and (${key}, id) ${beyond} (${placeValue(sort, place.key)}, ${place.id})` : sql``
    return sql`(
      select ${sql.lit(kind)} as kind, id, name, language, ${key} as key from ${sql.table(kind)}
      where folder_id = ${input.folder_id} ${where} ${searched(input)} ${after}
      order by ${key} ${direction}, id ${direction} limit ${limit + 1}
    )`
  }
  const parts = [
    ...(input.kind === 'subtitle' ? [] : [from('video', sql``)]),
    ...(input.kind === 'video' ? [] : [from('subtitle', sql`and video_id is null`)]),
  ]
  const { rows } = await sql<Key>`
    select kind, id, name, language, ${keyText[sort]} as key from (${sql.join(parts, sql` union all `)}) as file
    order by file.key ${direction}, id ${direction} limit ${limit + 1}`.execute(db)
  return rows
}

function searched(input: Input) {
  return input.search === '' ? sql`` : sql`and name ilike ${patternOf(input.search)}`
}

async function countOf({ db }: Deps, input: Input): Promise<number> {
  const { rows } = await sql<{ total: number }>`select (
      (select count(*) from video where folder_id = ${input.folder_id} and ${input.kind !== 'subtitle'} ${searched(input)})
      + (select count(*) from subtitle where folder_id = ${input.folder_id} and video_id is null
          and ${input.kind !== 'video'} ${searched(input)})
    )::int as total`.execute(db)
  return rows[0]?.total ?? 0
}
