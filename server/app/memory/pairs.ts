import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { MemoryPairData } from '#core/contract/memory.ts'
import { keysOfPair, wordCount } from '#core/translate/memory/keys.ts'
import type { Db } from '../../store/db.ts'
import { accessLevelOf } from '../shares/access-level.ts'

/** The id of what it belongs to, so that a repeated write replaces its own row. */
export const idOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** A pair to write. */
export interface NewPair {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly neighbours: number
  readonly folder_id: string | null
  readonly video_id: string | null
  readonly video_name: string
  readonly subtitle_id: string | null
  readonly cue_id: string | null
  readonly at_ms: number | null
  readonly person: string
  readonly confirmed_at: Date
}

/** The number of an account's memory for two languages; made at its first pair. */
export async function memoryFor(db: Db, accountId: string, from: string, to: string): Promise<number> {
  const [first] = await memoriesOf(db, accountId, from, to)
  if (first !== undefined) return first
  const { id } = await db
    .insertInto('memory')
    .values({ account_id: accountId, source_language: from, target_language: to })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** All of them: a visitor's who logged in is one more. */
export async function memoriesOf(db: Db, accountId: string, from: string, to: string): Promise<number[]> {
  const rows = await db
    .selectFrom('memory')
    .select('id')
    .where('account_id', '=', accountId)
    .where('source_language', '=', from)
    .where('target_language', '=', to)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Rows of one insert: PostgreSQL takes 65,535 values. */
const AT_ONCE = 500

/** Writes pairs; one of the same id is replaced, or stays if `replaces` is false. Returns how many were written. */
export async function putPairs(
  db: Db,
  memoryId: number,
  pairs: readonly NewPair[],
  { replaces }: { replaces: boolean },
): Promise<number> {
  // The last one of an id counts; locked in one order.
  const rows = [...new Map(pairs.map((pair) => [pair.id, pair])).values()]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((pair) => ({
      ...pair,
      memory_id: memoryId,
      words: wordCount(pair.source),
      keys: sql<number[]>`${`{${keysOfPair(memoryId, pair.source, pair.target).join()}}`}::int[]`,
    }))
  let written = 0
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const insert = db.insertInto('memory_pair').values(rows.slice(from, from + AT_ONCE))
    const { numInsertedOrUpdatedRows = 0n } = await insert
      .onConflict((conflict) =>
        replaces
          ? conflict.column('id').doUpdateSet((eb) => ({
              memory_id: eb.ref('excluded.memory_id'),
              source: eb.ref('excluded.source'),
              target: eb.ref('excluded.target'),
              neighbours: eb.ref('excluded.neighbours'),
              words: eb.ref('excluded.words'),
              keys: eb.ref('excluded.keys'),
              folder_id: eb.ref('excluded.folder_id'),
              video_id: eb.ref('excluded.video_id'),
              video_name: eb.ref('excluded.video_name'),
              at_ms: eb.ref('excluded.at_ms'),
              person: eb.ref('excluded.person'),
              confirmed_at: eb.ref('excluded.confirmed_at'),
            }))
          : conflict.column('id').doNothing(),
      )
      .executeTakeFirstOrThrow()
    written += Number(numInsertedOrUpdatedRows)
  }
  return written
}

/** Pairs with their languages and whether the caller may open their video. */
export function pairRows(db: Db, accountId: string) {
  return db
    .selectFrom('memory_pair')
    .innerJoin('memory', 'memory.id', 'memory_pair.memory_id')
    .leftJoin('video', 'video.id', 'memory_pair.video_id')
    .select(['memory_pair.id', 'memory_pair.seq', 'memory.source_language', 'memory.target_language'])
    .select(['memory_pair.source', 'memory_pair.target', 'memory_pair.neighbours', 'memory_pair.folder_id'])
    .select(['memory_pair.video_id', 'memory_pair.subtitle_id', 'memory_pair.cue_id', 'memory_pair.at_ms'])
    .select(['memory_pair.video_name', 'memory_pair.person', 'memory_pair.confirmed_at'])
    .select(sql<SqlBool>`video.id is not null and ${accessLevelOf(accountId, 'video')} is not null`.as('may_open'))
}

export type PairRow = Awaited<ReturnType<ReturnType<typeof pairRows>['execute']>>[number]

export function describePair(row: PairRow): MemoryPairData {
  const isOpen = Boolean(row.may_open)
  return {
    pair_id: row.id,
    source_language: row.source_language,
    target_language: row.target_language,
    source: row.source,
    target: row.target,
    video_id: (isOpen && row.video_id) || '',
    file_id: (isOpen && row.subtitle_id) || '',
    cue_id: (isOpen && row.cue_id) || '',
    video_name: row.video_name,
    at_ms: row.at_ms,
    person: row.person,
    confirm_time: row.confirmed_at.toISOString(),
  }
}
