import type { Selectable } from 'kysely'
import type { LineComment } from '#core/contract/comment.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { commentLimits } from '#core/domain/comments.ts'
import type { Db, Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import type { Schema } from '../../store/schema.ts'
import { notFound, Refusal } from '../refusal.ts'
import { accessToVersion } from '../shares/access-level.ts'
import { notifyCollaborators } from '../shares/notify-collaborators.ts'
import { actorName } from '../workflow/people.ts'

type Row = Selectable<Schema['line_comment']>

/** Comments on the caller's version, oldest first. */
export async function listComments(
  db: Db,
  accountId: string,
  { file_id, person }: ParsedInputOf<'listComments'>,
): Promise<DataOf<'listComments'>> {
  const reader = await workerOf(db, accountId, file_id, person)
  const rows = await db
    .selectFrom('line_comment')
    .selectAll()
    .where('subtitle_id', '=', file_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { list: rows.map((row) => describe(row, reader)) }
}

/** Adds a comment; the same key returns the existing one. */
export async function addComment(db: Db, accountId: string, input: ParsedInputOf<'addComment'>): Promise<LineComment> {
  const { file_id, cue_id, start, text, idempotency_key } = input
  return db.transaction().execute(async (tx) => {
    const worker = await workerOf(tx, accountId, file_id, input.person)
    const there = await tx
      .selectFrom('line_comment')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('idempotency_key', '=', idempotency_key)
      .executeTakeFirst()
    if (there) return describe(there, worker)
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
        ...{ content: text, person: worker.name, idempotency_key, resolved_by: null, resolved_at: null },
      })
      // Of two concurrent requests the second waits here and returns the comment of the first.
      .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doUpdateSet({ idempotency_key }))
      .returningAll()
      .executeTakeFirstOrThrow()
    await tellChanged(tx, file_id)
    return describe(row, worker)
  })
}

/** Resolves a comment or reopens it; the first to resolve it stays recorded. */
export async function resolveComment(
  db: Db,
  accountId: string,
  { comment_id, resolved, person }: ParsedInputOf<'resolveComment'>,
): Promise<LineComment> {
  return db.transaction().execute(async (tx) => {
    const comment = await tx
      .selectFrom('line_comment')
      .selectAll()
      .where('id', '=', comment_id)
      .forUpdate()
      .executeTakeFirst()
    if (!comment) throw notFound()
    const worker = await workerOf(tx, accountId, comment.subtitle_id, person)
    if ((comment.resolved_at !== null) === resolved) return describe(comment, worker)
    const row = await tx
      .updateTable('line_comment')
      .set(resolved ? { resolved_by: worker.name, resolved_at: new Date() } : { resolved_by: null, resolved_at: null })
      .where('id', '=', comment.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await tellChanged(tx, comment.subtitle_id)
    return describe(row, worker)
  })
}

/** Deletes the caller's own comment, or as the video's owner a guest's. A missing or foreign one is no error. */
export async function deleteComment(
  db: Db,
  accountId: string,
  { comment_id, person }: ParsedInputOf<'deleteComment'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const comment = await tx
      .selectFrom('line_comment')
      .select(['id', 'account_id', 'person', 'subtitle_id'])
      .where('id', '=', comment_id)
      .executeTakeFirst()
    const worker = comment && (await workerOf(tx, accountId, comment.subtitle_id, person).catch(unlessNotFound))
    if (!comment || !worker) return
    const mayDelete = isBy(comment, worker) || (worker.isOwner && comment.account_id !== accountId)
    if (!mayDelete) throw new Refusal('refused', 'comment_of_another')
    await tx.deleteFrom('line_comment').where('id', '=', comment.id).execute()
    await tellChanged(tx, comment.subtitle_id)
  })
}

/** A person who works on a version. */
export interface Worker {
  readonly accountId: string
  readonly name: string
  readonly isOwner: boolean
}

/**
 * The caller as a reader of a version, else a Refusal. Members of the owner's account have their own names; a guest has
 * the account's.
 */
export async function workerOf(db: Db, accountId: string, fileId: string, person: string): Promise<Worker> {
  const { access } = await accessToVersion(db, accountId, fileId, 'review')
  const isOwner = access === 'own'
  return { accountId, name: await actorName(db, accountId, isOwner ? person : ''), isOwner }
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.kind !== 'not_found') throw error
}

const isBy = (comment: Pick<Row, 'account_id' | 'person'>, { accountId, name, isOwner }: Worker): boolean =>
  comment.account_id === accountId && (!isOwner || comment.person === name)

const tellChanged = (tx: Tx, file_id: string): Promise<void> =>
  notifyCollaborators(tx, file_id, { kind: 'comments', file_id })

/** Keeps the positions of deleted cues: their comments move to the cue in that position. */
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

function describe(row: Row, reader: Worker): LineComment {
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
    is_own: isBy(row, reader),
  }
}
