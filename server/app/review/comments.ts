import type { Selectable } from 'kysely'
import type { LineComment } from '#core/contract/comment.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { commentLimits } from '#core/domain/comments.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import { newId } from '../../store/id.ts'
import type { Schema } from '../../store/schema.ts'
import { notFound, Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { actorName } from '../workflow/people.ts'

type Row = Selectable<Schema['line_comment']>

/** Comments on the lines of the caller's version, the oldest first. */
export async function listComments(
  db: Db,
  accountId: string,
  { file_id, person }: ParsedInputOf<'listComments'>,
): Promise<DataOf<'listComments'>> {
  await checkVersion(db, accountId, file_id)
  const reader = await actorName(db, accountId, person)
  const rows = await db
    .selectFrom('line_comment')
    .selectAll()
    .where('subtitle_id', '=', file_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { list: rows.map((row) => describe(row, reader)) }
}

/** Writes a comment; the same key again is the comment that it wrote. */
export async function addComment(db: Db, accountId: string, input: ParsedInputOf<'addComment'>): Promise<LineComment> {
  const { file_id, cue_id, start, text, idempotency_key } = input
  return db.transaction().execute(async (tx) => {
    await checkVersion(tx, accountId, file_id)
    const there = await tx
      .selectFrom('line_comment')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('idempotency_key', '=', idempotency_key)
      .executeTakeFirst()
    const person = await actorName(tx, accountId, input.person)
    if (there) return describe(there, person)
    const { n } = await tx
      .selectFrom('line_comment')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('subtitle_id', '=', file_id)
      .executeTakeFirstOrThrow()
    if (Number(n) >= commentLimits.most) throw new Refusal('refused', 'too_many_comments', { n: commentLimits.most })
    const row = await tx
      .insertInto('line_comment')
      .values({
        ...{ id: newId(), account_id: accountId, subtitle_id: file_id, cue_id, start_ms: start },
        ...{ content: text, person, idempotency_key, resolved_by: null, resolved_at: null },
      })
      // Sent twice at once: the second waits here for the first, and writes what is there.
      .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doUpdateSet({ idempotency_key }))
      .returningAll()
      .executeTakeFirstOrThrow()
    await tellChanged(tx, accountId, file_id)
    return describe(row, person)
  })
}

/** Calls a comment done, or opens it again; who did so first stays noted. */
export async function resolveComment(
  db: Db,
  accountId: string,
  { comment_id, resolved, person }: ParsedInputOf<'resolveComment'>,
): Promise<LineComment> {
  return db.transaction().execute(async (tx) => {
    const comment = await own({ db: tx, accountId }, 'line_comment', comment_id, { lock: true })
    const actor = await actorName(tx, accountId, person)
    if ((comment.resolved_at !== null) === resolved) return describe(comment, actor)
    const row = await tx
      .updateTable('line_comment')
      .set(resolved ? { resolved_by: actor, resolved_at: new Date() } : { resolved_by: null, resolved_at: null })
      .where('id', '=', comment.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await tellChanged(tx, accountId, comment.subtitle_id)
    return describe(row, actor)
  })
}

/** Deletes a comment that the same person wrote. One that is gone already is no failure. */
export async function deleteComment(
  db: Db,
  accountId: string,
  { comment_id, person }: ParsedInputOf<'deleteComment'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const comment = await tx
      .selectFrom('line_comment')
      .select(['id', 'person', 'subtitle_id'])
      .where('id', '=', comment_id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!comment) return
    if (comment.person !== (await actorName(tx, accountId, person))) throw new Refusal('refused', 'comment_of_another')
    await tx.deleteFrom('line_comment').where('id', '=', comment.id).execute()
    await tellChanged(tx, accountId, comment.subtitle_id)
  })
}

/** Whether a version is the caller's. The id alone is read: a version may have a hundred thousand lines. */
export async function checkVersion(db: Db, accountId: string, fileId: string): Promise<void> {
  const version = await db
    .selectFrom('subtitle')
    .select('id')
    .where('id', '=', fileId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!version) throw notFound()
}

const tellChanged = (tx: Tx, accountId: string, file_id: string): Promise<void> =>
  publishEvent(tx, accountId, { kind: 'comments', file_id })

/** Notes where lines were that go: what was said about them belongs to the line that takes their place. */
export async function keepPlaces(db: Db, fileId: string, gone: readonly Cue[]): Promise<void> {
  if (gone.length === 0) return
  const starts = new Map(gone.map(({ id, start }) => [id, start]))
  const commented = await db
    .selectFrom('line_comment')
    .select(['id', 'cue_id', 'start_ms'])
    .where('subtitle_id', '=', fileId)
    .execute()
  for (const { id, cue_id, start_ms } of commented) {
    const start = starts.get(cue_id) ?? start_ms
    if (start !== start_ms) await db.updateTable('line_comment').set({ start_ms: start }).where('id', '=', id).execute()
  }
}

function describe(row: Row, reader: string): LineComment {
  const { id, cue_id, start_ms, content, person, created_at, resolved_by, resolved_at } = row
  return {
    comment_id: id,
    cue_id,
    start: start_ms,
    text: content,
    person,
    create_time: created_at.toISOString(),
    resolved_by: resolved_by ?? '',
    resolve_time: resolved_at?.toISOString() ?? '',
    is_own: person === reader,
  }
}
