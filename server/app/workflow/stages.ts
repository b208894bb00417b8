import { type Selectable, sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { VersionWork } from '#core/contract/workflow.ts'
import { isChangedSince, type Stage, stageRefusal, stages } from '#core/domain/workflow.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import type { SubtitleTable } from '../../store/tables/files.ts'
import { checkFolder } from '../folders.ts'
import { notFound, Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { actorName, peopleOf } from './people.ts'

type WorkRow = Pick<
  Selectable<SubtitleTable>,
  'id' | 'video_id' | 'stage' | 'stage_revision' | 'revision' | 'assignee_id'
>

function describeWork(row: WorkRow): VersionWork {
  return {
    file_id: row.id,
    video_id: row.video_id ?? '',
    stage: row.stage,
    is_changed: isChangedSince(row),
    assignee_id: row.assignee_id ?? '',
  }
}

/** The deadline of the caller's folder, its people, and the number of its versions per stage. */
export async function getWorkflow(db: Db, accountId: string, folderId: string): Promise<DataOf<'getWorkflow'>> {
  const folder = await own({ db, accountId }, 'folder', folderId)
  const rows = await db
    .selectFrom('subtitle')
    .select(['stage', sql<number>`count(*)::int`.as('count')])
    .where('account_id', '=', accountId)
    .where('folder_id', '=', folder.id)
    .groupBy('stage')
    .execute()
  const counted = stages.map((stage) => [stage, rows.find((row) => row.stage === stage)?.count ?? 0] as const)
  return {
    deadline: folder.deadline?.toISOString() ?? '',
    people: await peopleOf(db, folder.id),
    counts: Object.fromEntries(counted) as Record<Stage, number>,
  }
}

/** Sets the deadline of the caller's folder; null for none. */
export async function setDeadline(
  db: Db,
  accountId: string,
  { folder_id, deadline }: ParsedInputOf<'setDeadline'>,
): Promise<void> {
  await checkFolder(db, accountId, folder_id)
  const at = deadline === null ? null : new Date(deadline)
  await db.updateTable('folder').set({ deadline: at }).where('id', '=', folder_id).execute()
  await publishEvent(db, accountId, { kind: 'folder', folder_id })
}

/** Sets the stage of versions, all or none. Throws a Refusal that names the first one that can't have it. */
export async function setStage(
  db: Db,
  accountId: string,
  { file_ids, stage, person }: ParsedInputOf<'setStage'>,
): Promise<DataOf<'setStage'>> {
  return db.transaction().execute(async (tx) => {
    const rows = await lockVersions(tx, accountId, file_ids)
    const by = await actorName(tx, accountId, person)
    const list: VersionWork[] = []
    for (const row of rows) {
      const faulty = new Set(Object.values(row.cue_errors).flat()).size
      const refusal = stageRefusal(stage, { ...row, faulty })
      if (refusal) throw new Refusal('refused', refusal, { name: row.name })
      if (row.stage !== stage || row.stage_revision !== row.revision) {
        await tx.updateTable('subtitle').set({ stage, stage_revision: row.revision }).where('id', '=', row.id).execute()
      }
      if (row.stage !== stage) await note(tx, row.id, 'stage', by, row.stage, stage)
      list.push(describeWork({ ...row, stage, stage_revision: row.revision }))
    }
    await tellFolders(tx, accountId, rows)
    return { list }
  })
}

/** Assigns versions to a person of their folder, or to none: all or none. */
export async function assignVersions(
  db: Db,
  accountId: string,
  { file_ids, person_id, person }: ParsedInputOf<'assignVersions'>,
): Promise<DataOf<'assignVersions'>> {
  return db.transaction().execute(async (tx) => {
    const assignee = person_id === '' ? undefined : await own({ db: tx, accountId }, 'person', person_id)
    const rows = await lockVersions(tx, accountId, file_ids)
    const by = await actorName(tx, accountId, person)
    const names = new Map<string, string>()
    const list: VersionWork[] = []
    for (const row of rows) {
      if (assignee && row.folder_id !== assignee.folder_id) throw notFound()
      const assignee_id = assignee?.id ?? null
      list.push(describeWork({ ...row, assignee_id }))
      if (row.assignee_id === assignee_id) continue
      await tx.updateTable('subtitle').set({ assignee_id }).where('id', '=', row.id).execute()
      const before = row.assignee_id === null ? '' : await nameOf(tx, names, row.assignee_id)
      await note(tx, row.id, 'assignee', by, before, assignee?.name ?? '')
    }
    await tellFolders(tx, accountId, rows)
    return { list }
  })
}

async function nameOf(tx: Tx, known: Map<string, string>, personId: string): Promise<string> {
  const row = known.has(personId)
    ? undefined
    : await tx.selectFrom('person').select('name').where('id', '=', personId).executeTakeFirst()
  const name = known.get(personId) ?? row?.name ?? ''
  known.set(personId, name)
  return name
}

/** The caller's versions, locked in one order; a Refusal if one is missing. */
async function lockVersions(tx: Tx, accountId: string, fileIds: readonly string[]) {
  const wanted = [...new Set(fileIds)]
  const rows = await tx
    .selectFrom('subtitle')
    .select(['id', 'video_id', 'folder_id', 'name', 'stage', 'stage_revision', 'revision', 'assignee_id'])
    .select(['cue_sum', 'cue_errors'])
    .where('account_id', '=', accountId)
    .where('id', 'in', wanted)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length !== wanted.length) throw notFound()
  return rows
}

async function tellFolders(tx: Tx, accountId: string, rows: readonly { folder_id: string }[]): Promise<void> {
  for (const folder_id of new Set(rows.map((row) => row.folder_id)))
    await publishEvent(tx, accountId, { kind: 'folder', folder_id })
}

async function note(
  tx: Tx,
  fileId: string,
  kind: 'stage' | 'assignee',
  person: string,
  from: string,
  to: string,
): Promise<void> {
  await tx
    .insertInto('stage_entry')
    .values({ subtitle_id: fileId, kind, person, value_from: from, value_to: to })
    .execute()
}

/** History of the caller's version, newest first. */
export async function listStageEntries(db: Db, accountId: string, fileId: string): Promise<DataOf<'listStageEntries'>> {
  const { id } = await own({ db, accountId }, 'subtitle', fileId)
  const rows = await db
    .selectFrom('stage_entry')
    .selectAll()
    .where('subtitle_id', '=', id)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return {
    list: rows.map(({ kind, person, value_from: from, value_to: to, created_at }) => ({
      kind,
      person,
      from,
      to,
      create_time: created_at.toISOString(),
    })),
  }
}
