import { type Selectable, sql } from 'kysely'
import { type TaskReport, type TaskReportLine, TaskState } from '#core/domain/task.ts'
import type { BurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { type Cue } from '#core/subtitle/cue/cue.ts'
import { roleState } from '#core/subtitle/cue/role-state.ts'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { TaskTable } from '../../store/tables/tasks.ts'
import { sendChainsOf } from '../chains/steps.ts'
import { releaseCredits, settleCredits } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { type Failure, failureText } from '../messages.ts'
import { copiedText, insertVersion, type NewVersion } from '../subtitles/add.ts'
import { type ImportedFrom, importedFrom } from '../subtitles/imported.ts'
import { cueColumns, type VersionText } from '../subtitles/rows.ts'
import { SUGGESTED, withNamedRoles, withSuggestedRoles } from '../suggested-roles.ts'
import { announceTask } from '../webhooks/announce.ts'
import { notifyTask } from './events.ts'

export type TaskRow = Selectable<TaskTable>
/** What ending a task needs to write and publish. */
type Ending = Pick<Deps, 'db' | 'queue'>

/**
 * Marks a task as running and returns its row with the new attempt number, which fences later writes: a worker that lost
 * its job writes nothing. Undefined when the task is over or gone.
 */
export async function beginAttempt(db: Db, taskId: string): Promise<TaskRow | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('task')
      .set({
        state: TaskState.running,
        attempts: sql`attempts + 1`,
        began_at: new Date(),
        began_progress: sql`progress`,
        updated_at: new Date(),
      })
      .where('id', '=', taskId)
      .where('state', 'in', [TaskState.queued, TaskState.running])
      .returningAll()
      .executeTakeFirst()
    if (row) await notifyTask(tx, row, row)
    return row
  })
}

/** Stores an attempt's progress, from 0 to 1; one that is over writes nothing. */
export async function noteProgress(db: Db, task: TaskRow, progress: number, step: string): Promise<void> {
  const row = await db
    .updateTable('task')
    .set({ progress, step, updated_at: new Date() })
    .where('id', '=', task.id)
    .where('attempts', '=', task.attempts)
    .where('state', '=', TaskState.running)
    .returning('id')
    .executeTakeFirst()
  if (row) await notifyTask(db, task, { state: TaskState.running, progress, step })
}

/** A recipe's result: a subtitle version, a file, both or nothing, with remarks on its cues. */
export interface TaskResult {
  readonly version?: Pick<NewVersion, 'name' | 'source' | 'language' | 'style' | 'imported' | 'words'> & {
    readonly cues: readonly Cue[]
    /** The likely speaker of each cue, by cue id: names without meaning outside this result. */
    readonly speakers?: ReadonlyMap<string, string>
    /** The speaker of each cue as named by a script. */
    readonly named?: ReadonlyMap<string, string>
  }
  readonly blob?: string
  readonly report?: TaskReport
}

/** Stores result, state and payment in one transaction. */
export async function finishTask(deps: Ending, task: TaskRow, result: TaskResult): Promise<void> {
  const text = result.version && cueColumns(result.version.cues)
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockAttempt(tx, task))) return
    const made = result.version && text && (await insertResult(tx, task, result.version, text))
    const version = made?.version
    const report = result.report && withSpeakers(result.report, made?.said ?? [])
    // The spoken text is known then, though the version may be edited later.
    if (version && result.blob !== undefined) {
      const frozen = { made_cues: copiedText(version).cues }
      await tx.updateTable('task_frozen').set(frozen).where('task_id', '=', task.id).execute()
    }
    await tx
      .updateTable('task')
      .set({
        state: TaskState.succeeded,
        progress: 1,
        step: '',
        result_blob: result.blob ?? null,
        result_subtitle_id: version?.id ?? null,
        report: report ? JSON.stringify(report) : null,
        updated_at: new Date(),
      })
      .where('id', '=', task.id)
      .execute()
    await settleCredits(tx, task.id)
    await notifyTask(tx, task, { state: TaskState.succeeded, progress: 1 })
    await announceTask(deps, tx, task, { event: 'task.succeeded', resultFile: version?.id ?? '' })
    await sendChainsOf(deps, tx, task.id)
  })
}

async function insertResult(tx: Tx, task: TaskRow, result: NonNullable<TaskResult['version']>, text: VersionText) {
  const { account_id, folder_id, id: task_id } = task
  const { speakers, named, cues, ...version } = result
  const video = await subjectId(tx, task.id, 'video')
  const place = { account_id, folder_id, video_id: video ?? null, task_id }
  if (named && named.size > 0) {
    const said = await withNamedRoles(tx, place, cues, named)
    const state = roleState(said)
    return {
      version: await insertVersion(tx, { ...version, text: cueColumns(said), role_state: state, ...place }),
      said,
    }
  }
  if (!speakers || new Set(speakers.values()).size < 2)
    return { version: await insertVersion(tx, { ...version, text, ...place }), said: cues }
  const said = await withSuggestedRoles(tx, place, { name: version.name, cues }, speakers)
  const row = await insertVersion(tx, { ...version, text: cueColumns(said), role_state: SUGGESTED, ...place })
  return { version: row, said }
}

/** Adds the speakers of the saved version to a report: remarks on them hold until they change. */
function withSpeakers(report: TaskReport, said: readonly Cue[]): TaskReport {
  const { voices, lines } = report
  if (!voices?.lines) return report
  const roles = new Map(said.map((cue) => [cue.id, cue.roles]))
  const isUnsure = (line: TaskReportLine): boolean =>
    [line, ...(line.also ?? [])].some(({ verdict }) => verdict === 'speaker_unsure')
  return {
    ...report,
    lines: lines.map((line) =>
      line.cue && isUnsure(line) ? { ...line, cue: { ...line.cue, roles: roles.get(line.cue_id) ?? [] } } : line,
    ),
    voices: {
      ...voices,
      lines: voices.lines.flatMap((line) => {
        const [role_id] = roles.get(line.cue_id) ?? []
        return role_id === undefined ? [] : [{ ...line, role_id }]
      }),
    },
  }
}

/** Ends a task without a result and returns its credits. */
export async function failTask(deps: Ending, task: TaskRow, failure: Failure): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockAttempt(tx, task))) return
    await tx
      .updateTable('task')
      .set({ state: TaskState.failed, fail_msg: failureText(failure), step: '', updated_at: new Date() })
      .where('id', '=', task.id)
      .execute()
    await releaseCredits(tx, task.id)
    await notifyTask(tx, task, { state: TaskState.failed, progress: task.progress })
    await announceTask(deps, tx, task, { event: 'task.failed', failure: failureText(failure) })
    await sendChainsOf(deps, tx, task.id)
  })
}

/** Locks an attempt's row; false if the task is over, gone or another worker's. */
export async function lockAttempt(tx: Tx, task: TaskRow): Promise<boolean> {
  const row = await tx
    .selectFrom('task')
    .select('id')
    .where('id', '=', task.id)
    .where('attempts', '=', task.attempts)
    .where('state', '=', TaskState.running)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an attempt's result is still wanted: not if its task or a video of it was deleted. */
export async function wantedTask(db: Db, task: TaskRow): Promise<'yes' | 'no' | 'video_gone'> {
  const row = await db
    .selectFrom('task')
    .select(
      sql<boolean>`exists (
        select from task_subject as subject
        where subject.task_id = task.id and subject.kind = 'video'
          and not exists (select from video where video.id = subject.id)
      )`.as('lost'),
    )
    .where('id', '=', task.id)
    .where('attempts', '=', task.attempts)
    .where('state', '=', TaskState.running)
    .executeTakeFirst()
  if (!row) return 'no'
  return row.lost ? 'video_gone' : 'yes'
}

/** Id of a task's first subject of a kind. */
export async function subjectId(
  db: Db,
  taskId: string,
  kind: 'video' | 'subtitle' | 'project',
): Promise<string | undefined> {
  const row = await db
    .selectFrom('task_subject')
    .select('id')
    .where('task_id', '=', taskId)
    .where('kind', '=', kind)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/** The version that a task was started with. */
export interface FrozenVersion {
  readonly cues: Cue[]
  readonly style: BurnStyle | null
  readonly imported: ImportedFrom
  /** A second version that is shown with it. */
  readonly second: { readonly cues: Cue[]; readonly language: string } | null
  /** The spoken text, if the task made it. */
  readonly made: Cue[] | undefined
}

/** A task's stored input; undefined if missing or unreadable. */
export async function frozenVersion(db: Db, taskId: string): Promise<FrozenVersion | undefined> {
  const row = await db.selectFrom('task_frozen').selectAll().where('task_id', '=', taskId).executeTakeFirst()
  const cues = row && fromWire(row.cues)
  const second = row?.second_cues ? fromWire(row.second_cues) : undefined
  return (
    cues && {
      cues,
      style: row.style,
      imported: importedFrom(row),
      second: second ? { cues: second, language: row.second_language ?? '' } : null,
      made: row.made_cues ? fromWire(row.made_cues) : undefined,
    }
  )
}
