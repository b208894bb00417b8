import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Db } from '../../store/db.ts'
import { readPlace, writePlace } from '../keyset.ts'
import { mostPairsOf, refuseMorePairs } from '../quota.ts'
import { isNoPair } from './confirm.ts'
import { describePair, idOf, memoriesOf, memoryFor, type NewPair, pairRows, putPairs } from './pairs.ts'

/** Pairs of the caller's memories, newest first. */
export async function listMemory(
  db: Db,
  accountId: string,
  { source_language, target_language, after, limit }: ParsedInputOf<'listMemory'>,
): Promise<DataOf<'listMemory'>> {
  let memories = db.selectFrom('memory').select('id').where('account_id', '=', accountId)
  if (source_language !== undefined) memories = memories.where('source_language', '=', source_language)
  if (target_language !== undefined) memories = memories.where('target_language', '=', target_language)
  const before = after === '' ? Number.MAX_SAFE_INTEGER : Number(readPlace(after, { isNumber: true }).key)
  // Each memory's index gives its newest rows.
  const { rows: newest } = await sql<{ id: string }>`
    select pair.id from (${memories}) as memory cross join lateral (
      select id, seq from memory_pair where memory_id = memory.id and seq < ${before} order by seq desc limit ${limit + 1}
    ) as pair order by pair.seq desc limit ${limit + 1}`.execute(db)
  if (newest.length === 0) return { list: [], next: '' }
  const ids = newest.slice(0, limit).map(({ id }) => id)
  const rows = await pairRows(db, accountId).where('memory_pair.id', 'in', ids).orderBy('seq', 'desc').execute()
  const last = rows.at(-1)
  const next = newest.length > limit && last ? writePlace({ key: String(last.seq), id: last.id }) : ''
  return { list: rows.map(describePair), next }
}

const UUID = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i

/** Deletes pairs of the caller's memories; returns how many were there. */
export async function deleteMemory(
  db: Db,
  accountId: string,
  pairIds: readonly string[],
): Promise<{ deleted: number }> {
  const ids = pairIds.filter((id) => UUID.test(id))
  if (ids.length === 0) return { deleted: 0 }
  const { numDeletedRows } = await db
    .deleteFrom('memory_pair')
    .where('id', 'in', ids)
    .where('memory_id', 'in', db.selectFrom('memory').select('id').where('account_id', '=', accountId))
    .executeTakeFirst()
  return { deleted: Number(numDeletedRows) }
}

/** The caller's memories by languages, the largest first. */
export async function getMemories(db: Db, accountId: string): Promise<DataOf<'getMemories'>> {
  const list = await db
    .selectFrom('memory')
    .select(['source_language', 'target_language', sql<number>`sum(pairs)::float8`.as('pair_count')])
    .where('account_id', '=', accountId)
    .groupBy(['source_language', 'target_language'])
    .having(sql`sum(pairs)`, '>', 0)
    .orderBy('pair_count', 'desc')
    .orderBy('source_language')
    .orderBy('target_language')
    .execute()
  return { list, most_pairs: await mostPairsOf(db, accountId) }
}

/** Deletes the caller's memory for two languages. */
export async function clearMemory(db: Db, accountId: string, from: string, to: string): Promise<void> {
  const ids = await memoriesOf(db, accountId, from, to)
  if (ids.length > 0) await db.deleteFrom('memory').where('id', 'in', ids).execute()
}

/** Adds pairs of another memory to the caller's; returns how many were not there. */
export async function importMemory(
  db: Db,
  accountId: string,
  { source_language: from, target_language: to, pairs }: ParsedInputOf<'importMemory'>,
): Promise<{ added: number }> {
  const wanted = pairs.filter(({ source, target }) => !isNoPair(source, target))
  if (wanted.length === 0 || from === to) return { added: 0 }
  const now = new Date()
  const rows = wanted.map(({ source, target, video_name, person, at_ms, date }): NewPair => {
    return {
      ...{ id: idOf(accountId, from, to, source, target), source, target, video_name, person, at_ms, neighbours: 0 },
      ...{ folder_id: null, video_id: null, subtitle_id: null, cue_id: null },
      confirmed_at: date === null ? now : new Date(date),
    }
  })
  return db.transaction().execute(async (tx) => {
    await refuseMorePairs(tx, accountId)
    const memory = await memoryFor(tx, accountId, from, to)
    return { added: await putPairs(tx, memory, rows, { replaces: false }) }
  })
}
