import { sql } from 'kysely'
import type { ProVersion } from '#core/contract/pro.ts'

/** Columns of a version in folder lists: the query has `subtitle`, and its cues are not read. */
const columns = sql`
  subtitle.id as file_id, subtitle.name, subtitle.language, subtitle.source as "from", subtitle.version,
  subtitle.is_use, subtitle.role_state, subtitle.cue_sum, subtitle.revision,
  (jsonb_array_length(subtitle.cue_errors->'line_time_error') + jsonb_array_length(subtitle.cue_errors->'no_subtitle')
    + jsonb_array_length(subtitle.cue_errors->'sequence_time_error')) as error_sum,
  coalesce((select (made.report->>'flagged')::int from task as made where made.id = subtitle.task_id), 0) as flag_sum,
  subtitle.stage, subtitle.stage in ('checked', 'delivered') and subtitle.revision > subtitle.stage_revision as is_changed,
  coalesce(subtitle.assignee_id, '') as assignee_id,
  coalesce((select person.name from person where person.id = subtitle.assignee_id), '') as assignee,
  to_char(subtitle.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as update_time`

/** Versions of a query's video as one column; grouped by language, the active one first. */
export const versionsOfVideo = sql<ProVersion[]>`coalesce((
  select json_agg(each order by each.language, each.is_use desc, each.version) from (
    select ${columns} from subtitle where subtitle.video_id = video.id
  ) as each
), '[]')`

/** The same columns for a query on `subtitle`. */
export const versionColumns = columns
