import { sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { neighboursKey, pairKeys, phraseKeys, rarestFirst, wordCount } from '#core/translate/memory/keys.ts'
import { LEAST_SCORE, rank } from '#core/translate/memory/rank.ts'
import { normalForm } from '#core/translate/memory/tokens.ts'
import type { Db } from '../../store/db.ts'
import { notFound } from '../refusal.ts'
import { accessLevelOf, checkAccess } from '../shares/access-level.ts'
import { describePair, memoriesOf, pairRows, type PairRow } from './pairs.ts'

/** A memory that a caller may search; of another account only one folder. */
interface Searched {
  readonly memory: number
  readonly folder: string | undefined
}

/** The caller's memories for a version, and of its owner what is of its folder. Throws a Refusal. */
async function searchedFor(db: Db, accountId: string, fileId: string, from: string) {
  const row = await db
    .selectFrom('subtitle')
    .select(['subtitle.account_id', 'subtitle.folder_id', 'subtitle.language'])
    .select(accessLevelOf(accountId, 'subtitle').as('access'))
    .where('subtitle.id', '=', fileId)
    .executeTakeFirst()
  checkAccess(row, 'edit')
  if (!row) throw notFound()
  const { account_id: owner, folder_id: folder, language } = row
  const own = await memoriesOf(db, accountId, from, language)
  const theirs = owner === accountId ? [] : await memoriesOf(db, owner, from, language)
  const searched: Searched[] = [
    ...own.map((memory) => ({ memory, folder: undefined })),
    ...theirs.map((memory) => ({ memory, folder })),
  ]
  return { folder, searched }
}

/** Pairs with one key that are looked at, and with two common ones. */
const MOST_OF_KEY = 100
const MOST_OF_TWO = 60
/** Combinations of common keys. */
const MOST_TWOS = 12
/** Lines that are compared word by word. */
const MOST_COMPARED = 50
/** Equal lines of which the newest are taken. */
const MOST_EQUAL = 1000
const MOST_EXACT = 40
/** Keys that are remembered as common. */
const MOST_COMMON = 50_000

/**
 * Finds similar lines by keys of neighbouring words. A key that many lines have costs more time than it saves: it is
 * remembered and from then on looked up only together with another one.
 */
export class MemorySearch {
  private readonly db: Db
  private readonly common = new Set<number>()

  constructor(db: Db) {
    this.db = db
  }

  /** Confirmed translations of a line, the best first. */
  async search(accountId: string, input: ParsedInputOf<'searchMemory'>): Promise<DataOf<'searchMemory'>> {
    const { file_id, source_language, text, before, after } = input
    const { folder, searched } = await searchedFor(this.db, accountId, file_id, source_language)
    if (normalForm(text) === '') return { list: [] }
    const neighbours = neighboursKey(before, after)
    let rows: PairRow[] = []
    for (const each of searched) {
      const ids = [...(await this.equal(each, text, neighbours)), ...(await this.similar(each, text))]
      rows = [...rows, ...(await this.pairs(accountId, ids))]
    }
    const candidates = rows.map((row) => ({
      ...{ row, source: row.source, target: row.target, sameFolder: row.folder_id === folder },
      ...{ sameNeighbours: row.neighbours === neighbours, date: row.confirmed_at.getTime() },
    }))
    const matches = rank(text, candidates)
    return {
      list: matches.map(({ candidate, kind, score, count }) => ({
        ...describePair(candidate.row),
        ...{ kind, score, count },
      })),
    }
  }

  /** Pairs that have a phrase. */
  async find(accountId: string, input: ParsedInputOf<'findInMemory'>): Promise<DataOf<'findInMemory'>> {
    const { file_id, source_language, phrase, side } = input
    const { searched } = await searchedFor(this.db, accountId, file_id, source_language)
    const wanted = ` ${normalForm(phrase)} `
    let list: PairRow[] = []
    for (const { memory, folder } of searched) {
      const keys = phraseKeys(memory, phrase, side)
      if (keys.length === 0) continue
      let query = pairRows(this.db, accountId)
        .where('memory_id', '=', memory)
        .where(sql<boolean>`keys @> ${arrayOf(keys)}::int[]`)
      if (folder !== undefined) query = query.where('memory_pair.folder_id', '=', folder)
      const rows = await query.limit(MOST_EQUAL).execute()
      list = [...list, ...rows.filter((row) => ` ${normalForm(row[side])} `.includes(wanted))]
    }
    return {
      list: list
        .toSorted((a, b) => b.seq - a.seq)
        .slice(0, MOST_COMPARED)
        .map(describePair),
    }
  }

  private async equal({ memory, folder }: Searched, text: string, neighbours: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id, seq, neighbours from memory_pair
        where keys @> ${arrayOf(pairKeys(memory, text))}::int[] and words = ${wordCount(text)}
        and memory_id = ${memory} ${inFolder(folder)} limit ${MOST_EQUAL}
      ) as equal order by neighbours = ${neighbours} desc, seq desc limit ${MOST_EXACT}`.execute(this.db)
    return rows.map(({ id }) => id)
  }

  private async similar(where: Searched, text: string): Promise<string[]> {
    const { chosen, rest } = rarestFirst(where.memory, text, (key) => this.common.has(key))
    const common = chosen.filter((key) => this.common.has(key))
    const alone = chosen.filter((key) => !this.common.has(key)).map((key) => [key])
    const first = await this.withKeys(where, text, [...alone, ...twosOf(common, rest)])
    const full = first.full.flatMap((keys) => (keys.length === 1 ? keys : []))
    for (const key of full) this.learn(key)
    if (full.length === 0) return first.ids
    // What they cut off is found where two of them meet.
    const second = await this.withKeys(where, text, twosOf(full, full))
    return [...first.ids, ...second.ids]
  }

  /** The lines that have most of some sets of keys, and which sets more lines have than were looked at. */
  private async withKeys({ memory, folder }: Searched, text: string, sets: readonly (readonly number[])[]) {
    if (sets.length === 0) return { ids: [], full: [] }
    const words = wordCount(text)
    const [least, most] = [Math.floor((words * LEAST_SCORE) / 100), Math.ceil((words * 100) / LEAST_SCORE)]
    const limits = sets.map((keys) => (keys.length === 1 ? MOST_OF_KEY : MOST_OF_TWO))
    const { rows } = await sql<{ id: string; full: number[] | null }>`
      with hit as materialized (
        select found.id, wanted.at from unnest(${sets.map(arrayOf)}::text[], ${limits}::int[])
        with ordinality as wanted (keys, most, at) cross join lateral (
          select id from memory_pair where keys @> wanted.keys::int[] and memory_id = ${memory}
          and words between ${least} and ${most} ${inFolder(folder)} limit wanted.most
        ) as found
      )
      select id, (
        select array_agg(at::int) from (select at from hit group by at having count(*) >= ${MOST_OF_KEY}) as cut
      ) as full
      from hit group by id order by count(*) desc, id limit ${MOST_COMPARED}`.execute(this.db)
    return { ids: rows.map(({ id }) => id), full: (rows[0]?.full ?? []).map((at) => sets[at - 1] ?? []) }
  }

  private learn(key: number): void {
    if (this.common.size >= MOST_COMMON) this.common.clear()
    this.common.add(key)
  }

  private async pairs(accountId: string, ids: readonly string[]): Promise<PairRow[]> {
    if (ids.length === 0) return []
    return pairRows(this.db, accountId)
      .where('memory_pair.id', 'in', [...new Set(ids)])
      .execute()
  }
}

/** Sets of one of the first and another of the second keys. */
function twosOf(first: readonly number[], second: readonly number[]): number[][] {
  const sets = first.flatMap((a, at) =>
    second.filter((b) => b !== a && (first.indexOf(b) < 0 || first.indexOf(b) > at)).map((b) => [a, b]),
  )
  return sets.slice(0, MOST_TWOS)
}

const arrayOf = (keys: readonly number[]): string => `{${keys.join()}}`

const inFolder = (folder: string | undefined) => (folder === undefined ? sql`` : sql`and folder_id = ${folder}`)
