import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { type Reading, sameReading, withReading } from '#core/subtitle/cue/readings.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { readFields, type WireFields } from '#core/subtitle/cue/wire.ts'
import type { Db, Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import { Refusal } from '../refusal.ts'
import { accessToVersion, accessibleVersion } from '../shares/access-level.ts'
import { notifyCollaborators } from '../shares/notify-collaborators.ts'

type Sent = NonNullable<ParsedInputOf<'editVersion'>['readings']>[number]

interface Stored extends Reading {
  readonly id: string
}

/** Settled ones stay, so that an undo can reopen them; at most this many per version. */
const MOST_READINGS = 5000

/** Open readings of a version's cues, oldest first. */
export async function listReadings(db: Db, accountId: string, fileId: string): Promise<DataOf<'listReadings'>> {
  await accessToVersion(db, accountId, fileId, 'review')
  const rows = await db
    .selectFrom('line_reading')
    .select(['id as reading_id', 'cue_id', 'cue'])
    .where('subtitle_id', '=', fileId)
    .where('settled_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { list: rows }
}

/** Keeps the texts that a merge dropped, beside the merged text. */
export async function keepReadings(
  tx: Tx,
  fileId: string,
  lines: ReadonlyMap<string, Cue>,
  sent: readonly Sent[],
): Promise<void> {
  if (sent.length === 0) return
  const open = await openOf(tx, fileId, sent)
  for (const wire of sent) {
    const reading = { id: newId(), ...readingOf(wire) }
    const before = open.get(reading.cueId) ?? []
    if (before.some((each) => sameReading(each, reading))) continue
    const after = withReading(before, reading, lines.get(reading.cueId))
    open.set(reading.cueId, after)
    const gone = before.filter((each) => !after.includes(each)).map(({ id }) => id)
    if (gone.length > 0) await markSettled(tx, fileId, gone, true)
    if (!after.includes(reading)) continue
    const row = { id: reading.id, subtitle_id: fileId, cue_id: reading.cueId, settled_at: null }
    await tx
      .insertInto('line_reading')
      .values({ ...row, cue: wire.cue && JSON.stringify(wire.cue) })
      .execute()
  }
  await sweep(tx, fileId)
  await tellChanged(tx, fileId)
}

/** Settles readings, or reopens them, as after an undo. */
export async function settleReadings(
  db: Db,
  accountId: string,
  { file_id, reading_ids, settled }: ParsedInputOf<'settleReadings'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await accessibleVersion(tx, accountId, file_id, 'edit')
    await markSettled(tx, file_id, reading_ids, settled)
    await tellChanged(tx, file_id)
  })
}

async function openOf(tx: Tx, fileId: string, sent: readonly Sent[]): Promise<Map<string, readonly Stored[]>> {
  const rows = await tx
    .selectFrom('line_reading')
    .select(['id', 'cue_id', 'cue'])
    .where('subtitle_id', '=', fileId)
    .where('settled_at', 'is', null)
    .where(
      'cue_id',
      'in',
      sent.map(({ cue_id }) => cue_id),
    )
    .orderBy('created_at')
    .execute()
  const byLine = new Map<string, readonly Stored[]>()
  for (const { id, ...row } of rows) {
    const reading = { id, ...readingOf(row) }
    byLine.set(reading.cueId, [...(byLine.get(reading.cueId) ?? []), reading])
  }
  return byLine
}

function readingOf({ cue_id: cueId, cue }: { cue_id: string; cue: WireFields | null }): Reading {
  if (!cue) return { cueId, cue: undefined }
  const read = readFields(cueId, cue)
  if (!read) throw new Refusal('refused', 'lines_unreadable')
  return { cueId, cue: read }
}

async function markSettled(tx: Tx, fileId: string, ids: readonly string[], isSettled: boolean): Promise<void> {
  await tx
    .updateTable('line_reading')
    .set({ settled_at: isSettled ? new Date() : null })
    .where('subtitle_id', '=', fileId)
    .where('id', 'in', ids)
    .execute()
}

/** Only settled ones are deleted, oldest first. */
async function sweep(tx: Tx, fileId: string): Promise<void> {
  const newest = tx
    .selectFrom('line_reading')
    .select('id')
    .where('subtitle_id', '=', fileId)
    .orderBy('created_at', 'desc')
    .limit(MOST_READINGS)
  await tx
    .deleteFrom('line_reading')
    .where('subtitle_id', '=', fileId)
    .where('settled_at', 'is not', null)
    .where('id', 'not in', newest)
    .execute()
}

const tellChanged = (tx: Tx, file_id: string): Promise<void> =>
  notifyCollaborators(tx, file_id, { kind: 'readings', file_id })
