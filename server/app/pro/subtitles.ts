import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { ProSubtitle } from '#core/contract/pro.ts'
import type { Deps } from '../deps.ts'
import { checkFolder } from '../folders.ts'
import { patternOf, readPlace, writePlace } from '../keyset.ts'
import { versionColumns } from './versions.ts'

type Input = ParsedInputOf<'listProSubtitles'>

/** The sort key of versions: the name of their video, or their own. */
const key = sql`lower(coalesce(video.name, subtitle.name))`
/** For equal names: versions of a video stay together, in their order. */
const within = sql`(coalesce(subtitle.video_id, '') || lpad(subtitle.version::text, 6, '0') || subtitle.id) collate "C"`
const from = sql`subtitle left join video on video.id = subtitle.video_id`

/** Versions of a folder's videos and its files without one, by name. */
export async function listProSubtitles(
  { db }: Deps,
  accountId: string,
  input: Input,
): Promise<DataOf<'listProSubtitles'>> {
  await checkFolder(db, accountId, input.folder_id)
  const place = input.after === '' ? undefined : readPlace(input.after, { isNumber: false })
  const after = place ? sql`and (${key}, ${within}) > (${place.key}, ${place.id})` : sql``
  const { rows } = await sql<ProSubtitle & { key: string; id: string }>`
    select ${versionColumns}, ${within} as id, ${key} as key, coalesce(subtitle.video_id, '') as video_id,
      coalesce(video.name, '') as video_name
    from ${from} where ${matching(input)} ${after}
    order by ${key}, ${within} limit ${input.limit + 1}`.execute(db)
  const { rows: counted } =
    input.after === ''
      ? await sql<{ total: number }>`select count(*)::int as total from ${from} where ${matching(input)}`.execute(db)
      : { rows: [] }
  const last = rows.length > input.limit ? rows[input.limit - 1] : undefined
  return {
    list: rows.slice(0, input.limit).map(({ key: _key, id: _id, ...version }) => version),
    next: last ? writePlace(last) : '',
    total: counted[0]?.total ?? null,
  }
}

function matching({ folder_id, search, language, from: source, unbound }: Input) {
  const parts = [
    sql`subtitle.folder_id = ${folder_id}`,
    ...(search === '' ? [] : [sql`coalesce(video.name, subtitle.name) ilike ${patternOf(search)}`]),
    ...(language === undefined ? [] : [sql`subtitle.language = ${language}`]),
    ...(source === undefined ? [] : [sql`subtitle.source = ${source}`]),
    ...(unbound === '1' ? [sql`subtitle.video_id is null`] : []),
  ]
  return sql.join(parts, sql` and `)
}
