import { sql } from 'kysely'
import type { ParsedInputOf } from '#core/contract/index.ts'
import { memoryLimits } from '#core/domain/memory.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { fromWire, type WireCue } from '#core/subtitle/cue/wire.ts'
import { neighboursKey } from '#core/translate/memory/keys.ts'
import { normalForm } from '#core/translate/memory/tokens.ts'
import type { Db, Tx } from '../../store/db.ts'
import { refuseMorePairs } from '../quota.ts'
import { notFound, Refusal } from '../refusal.ts'
import { accessLevelOf, checkAccess } from '../shares/access-level.ts'
import { actorName } from '../workflow/people.ts'
import { idOf, memoryFor, type NewPair, putPairs } from './pairs.ts'

type Confirmed = Omit<ParsedInputOf<'confirmLines'>, 'file_id'>

/** A version and its video, as a pair names them. */
async function versionOf(db: Db, accountId: string, fileId: string, need: 'edit' | 'review') {
  const row = await db
    .selectFrom('subtitle')
    .leftJoin('video', 'video.id', 'subtitle.video_id')
    .select(['subtitle.id', 'subtitle.account_id', 'subtitle.folder_id', 'subtitle.video_id', 'subtitle.language'])
    .select(['subtitle.name', 'video.name as video_name'])
    .select(accessLevelOf(accountId, 'subtitle').as('access'))
    .where('subtitle.id', '=', fileId)
    .executeTakeFirst()
  checkAccess(row, need)
  if (!row) throw notFound()
  return row
}

type Version = Awaited<ReturnType<typeof versionOf>>

/** Puts confirmed lines of the caller's version into its owner's memory, with their texts as stored. Throws a Refusal. */
export async function confirmLines(
  db: Db,
  accountId: string,
  { file_id, ...confirmed }: ParsedInputOf<'confirmLines'>,
): Promise<{ confirmed: number }> {
  const ids = confirmed.lines.map(({ cue_id }) => cue_id)
  return db.transaction().execute(async (tx) => {
    await versionOf(tx, accountId, file_id, 'edit')
    const source = await versionOf(tx, accountId, confirmed.source_id, 'review')
    const { rows } = await sql<{ cue: WireCue }>`
      select cue from subtitle cross join lateral json_array_elements(subtitle.cues::json) as cue
      where subtitle.id = ${file_id} and cue ->> 'cue_id' = any(${ids})`.execute(tx)
    const cues = fromWire(rows.map(({ cue }) => cue)) ?? []
    const count = await rememberLines(tx, accountId, file_id, { source, lines: confirmed.lines }, cues)
    if (count === undefined) throw new Refusal('refused', 'no_source_version')
    return { confirmed: count }
  })
}

/**
 * Keeps what a save confirms. Pairs of lines that it changes without confirming are outdated: they go. A source that
 * is gone or closed to the caller, or a full memory, confirms nothing: the save itself is never refused for it.
 */
export async function rememberSaved(
  tx: Tx,
  accountId: string,
  fileId: string,
  confirmed: Confirmed | undefined,
  changed: readonly Cue[],
): Promise<void> {
  if (changed.length <= memoryLimits.mostLines) await forgetChanged(tx, fileId, changed)
  if (!confirmed || confirmed.lines.length === 0) return
  const ids = new Set(confirmed.lines.map(({ cue_id }) => cue_id))
  const cues = changed.filter(({ id }) => ids.has(id))
  try {
    const source = await versionOf(tx, accountId, confirmed.source_id, 'review')
    await rememberLines(tx, accountId, fileId, { source, lines: confirmed.lines }, cues)
  } catch (error) {
    // Thrown before anything is written.
    if (!(error instanceof Refusal)) throw error
  }
}

async function forgetChanged(tx: Tx, fileId: string, changed: readonly Cue[]): Promise<void> {
  if (changed.length === 0) return
  const texts = new Map(changed.map(({ id, text }) => [id, text]))
  const there = await tx
    .selectFrom('memory_pair')
    .select(['id', 'cue_id', 'target'])
    .where(
      'id',
      'in',
      [...texts.keys()].map((id) => idOf(fileId, id)),
    )
    .execute()
  const old = there.filter(({ cue_id, target }) => texts.get(cue_id ?? '') !== target).map(({ id }) => id)
  if (old.length > 0) await tx.deleteFrom('memory_pair').where('id', 'in', old).execute()
}

/** The number of kept pairs; undefined if the source is of another video or owner. */
async function rememberLines(
  tx: Tx,
  accountId: string,
  fileId: string,
  { source, lines }: { readonly source: Version; readonly lines: Confirmed['lines'] },
  cues: readonly Cue[],
): Promise<number | undefined> {
  const version = await versionOf(tx, accountId, fileId, 'edit')
  const isPart =
    source.video_id === null ? source.folder_id === version.folder_id : source.video_id === version.video_id
  if (!isPart || source.account_id !== version.account_id) return undefined
  if (source.language === version.language) return 0
  const person = await actorName(tx, accountId, '')
  const said = new Map(lines.map((line) => [line.cue_id, line]))
  const now = new Date()
  const pairs = cues.flatMap(({ id, text, start }): NewPair[] => {
    const line = said.get(id)
    if (!line || isNoPair(line.source, text)) return []
    return [
      {
        ...{ id: idOf(fileId, id), source: line.source, target: text, person, confirmed_at: now },
        ...{ neighbours: neighboursKey(line.before, line.after), at_ms: start, subtitle_id: fileId, cue_id: id },
        ...{ folder_id: version.folder_id, video_id: version.video_id, video_name: version.video_name ?? version.name },
      },
    ]
  })
  if (pairs.length === 0) return 0
  await refuseMorePairs(tx, version.account_id)
  const memory = await memoryFor(tx, version.account_id, source.language, version.language)
  return putPairs(tx, memory, pairs, { replaces: true })
}

/** Whether two texts teach nothing: one is empty or too long, or both are the same. */
export function isNoPair(source: string, target: string): boolean {
  if (source.length > memoryLimits.textLength || target.length > memoryLimits.textLength) return true
  const [from, to] = [normalForm(source), normalForm(target)]
  return from === '' || to === '' || from === to
}
