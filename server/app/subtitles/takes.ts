import type { Selectable } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { WireTake } from '#core/contract/take.ts'
import { surplusTakes } from '#core/speech/takes.ts'
import type { Db } from '../../store/db.ts'
import type { LineTakeTable } from '../../store/tables/files.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../refusal.ts'
import { accessToVersion } from '../shares/access-level.ts'
import { notifyCollaborators } from '../shares/notify-collaborators.ts'

export type TakeRow = Selectable<LineTakeTable>

/** Takes of a version or one of its lines, newest first, for its readers. Throws a Refusal. */
export async function listTakes(
  { db, signedUrls }: Pick<Deps, 'db' | 'signedUrls'>,
  accountId: string,
  { file_id, cue_id, after, limit }: ParsedInputOf<'listTakes'>,
): Promise<DataOf<'listTakes'>> {
  await accessToVersion(db, accountId, file_id, 'review')
  if (!/^\d{0,15}$/.test(after)) throw new Refusal('refused', 'invalid_input', { field: 'after', detail: '' })
  const rows = await db
    .selectFrom('line_take')
    .selectAll()
    .where('subtitle_id', '=', file_id)
    .$if(cue_id !== undefined, (query) => query.where('cue_id', '=', cue_id ?? ''))
    .$if(after !== '', (query) => query.where('seq', '<', Number(after)))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    list: page.map((row) => describe(row, signedUrls)),
    next: rows.length > limit ? String(page.at(-1)?.seq ?? '') : '',
  }
}

function describe(row: TakeRow, signedUrls: Deps['signedUrls']): WireTake {
  const { id, cue_id, number, content, said, voice, speed, pitch, gap, ms, breaks_off, is_starred, person } = row
  return {
    ...{ take_id: id, cue_id, number, text: content, said, voice, speed, pitch, gap, breaks_off, is_starred, person },
    ...{ duration_ms: ms, create_time: row.created_at.toISOString(), sound_url: signedUrls.media(row.blob) },
  }
}

/** Stars a take in place of the line's other one, or takes its star away. Throws a Refusal. */
export async function starTake(db: Db, accountId: string, takeId: string, isStarred: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const take = await tx
      .selectFrom('line_take')
      .select(['subtitle_id', 'cue_id'])
      .where('id', '=', takeId)
      .executeTakeFirst()
    if (!take) throw notFound()
    const { subtitle_id, cue_id } = take
    await accessToVersion(tx, accountId, subtitle_id, 'edit')
    await lockTakes(tx, subtitle_id)
    await tx
      .updateTable('line_take')
      .set({ is_starred: false })
      .where('subtitle_id', '=', subtitle_id)
      .where('cue_id', '=', cue_id)
      .where('is_starred', '=', true)
      .execute()
    if (isStarred) await tx.updateTable('line_take').set({ is_starred: true }).where('id', '=', takeId).execute()
    await notifyCollaborators(tx, subtitle_id, { kind: 'takes', file_id: subtitle_id, cue_id })
  })
}

/** A take to keep, without what the store adds. */
export type NewTake = Omit<TakeRow, 'seq' | 'number' | 'is_starred' | 'created_at' | 'person'> & {
  readonly person?: string
}

/**
 * Keeps a take under its id, once; the oldest ones without a star beyond the limit of its line go. Does
 * nothing for a version that is gone.
 */
export async function keepTake(db: Db, take: NewTake): Promise<void> {
  const { subtitle_id, cue_id } = take
  await db.transaction().execute(async (tx) => {
    if (!(await lockTakes(tx, subtitle_id))) return
    const before = await tx
      .selectFrom('line_take')
      .select(['id', 'number', 'is_starred as isStarred'])
      .where('subtitle_id', '=', subtitle_id)
      .where('cue_id', '=', cue_id)
      .execute()
    if (before.some(({ id }) => id === take.id)) return
    const number = before.reduce((most, each) => Math.max(most, each.number), 0) + 1
    await tx
      .insertInto('line_take')
      .values({ ...take, number })
      .execute()
    const gone = surplusTakes([...before, { id: take.id, number, isStarred: false }]).map(({ id }) => id)
    if (gone.length > 0) await tx.deleteFrom('line_take').where('id', 'in', gone).execute()
    await notifyCollaborators(tx, subtitle_id, { kind: 'takes', file_id: subtitle_id, cue_id })
  })
}

/** Locks a version's takes until the transaction ends: their numbers and stars; false if the version is gone. */
async function lockTakes(tx: Db, fileId: string): Promise<boolean> {
  const row = await tx.selectFrom('subtitle').select('id').where('id', '=', fileId).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}
