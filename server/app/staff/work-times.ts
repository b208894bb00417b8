import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { type EnginePort, enginePorts } from '#core/domain/engines.ts'
import { TaskState } from '#core/domain/task.ts'
import type { Db } from '../../store/db.ts'

const DAY_MS = 86_400_000

/** The engine of steps; all others cut, mix and encode by ffmpeg. */
const engineOfStep: Readonly<Record<string, EnginePort>> = {
  speech: 'asr',
  speakers: 'diarise',
  script: 'align',
  translate: 'translate',
  translate_again: 'translate',
  'find text': 'ocr',
  'read text': 'ocr',
  find_text: 'ocr',
  look_mask: 'erase',
  erase: 'erase',
  speak: 'tts',
  sentence: 'tts',
  voice: 'clone',
  separate: 'separate',
}
/** A download takes as long as the other side needs. */
const DOWNLOAD = 'import'

const byPort = sql.join(Object.entries(engineOfStep).map(([step, port]) => sql`(${step}::text, ${port}::text)`))

/** Length of the longest video that a task works on, in milliseconds. */
const mediaMs = sql<number>`(
  select max(video.duration_ms) from task_subject as subject
  left join subtitle on subtitle.id = subject.id and subject.kind = 'subtitle'
  join video on video.id = coalesce(subtitle.video_id, subject.id)
  where subject.task_id = task.id
)`

const msBetween = (from: string, to: string) => sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) * 1000`

/** How long finished tasks waited and worked, by kind, and their steps by engine. Tasks without a video are left out. */
export async function getWorkTimes(db: Db, { days }: ParsedInputOf<'getWorkTimes'>): Promise<DataOf<'getWorkTimes'>> {
  const since = new Date(Date.now() - days * DAY_MS)
  // A task that began again has lost when it first began.
  const finished = sql`
    finished as (
      select task.id, task.type, ${mediaMs} as media_ms,
        ${msBetween('task.created_at', 'task.began_at')} as waiting_ms,
        ${msBetween('task.began_at', 'task.updated_at')} as working_ms
      from task
      where task.state = ${TaskState.succeeded} and task.attempts = 1 and task.began_at is not null
        and not task.is_internal and task.updated_at > ${since}
    )`
  const kinds = await sql<DataOf<'getWorkTimes'>['kinds'][number]>`
    with ${finished}
    select type as task_type, count(*)::int as tasks, sum(waiting_ms)::float8 as waiting_ms,
      sum(working_ms)::float8 as working_ms, sum(media_ms)::float8 as media_ms
    from finished where media_ms > 0 group by type order by count(*) desc, type`.execute(db)
  const engines = await sql<DataOf<'getWorkTimes'>['engines'][number]>`
    with ${finished}, port_of (step, port) as (values ${byPort}),
    used as (
      select finished.id, finished.media_ms, coalesce(port_of.port, 'ffmpeg') as port,
        sum(${msBetween('step_run.started_at', 'step_run.finished_at')}) as working_ms
      from finished
      join step_run on step_run.owner_id = finished.id and step_run.finished_at is not null
      left join port_of on port_of.step = step_run.step
      where finished.media_ms > 0 and step_run.step <> ${DOWNLOAD}
      group by finished.id, finished.media_ms, coalesce(port_of.port, 'ffmpeg')
    )
    select port, count(*)::int as tasks, sum(working_ms)::float8 as working_ms, sum(media_ms)::float8 as media_ms
    from used group by port`.execute(db)
  const place = ({ port }: { port: EnginePort }): number => enginePorts.indexOf(port)
  return { kinds: kinds.rows, engines: engines.rows.toSorted((a, b) => place(a) - place(b)) }
}
