import { sql } from 'kysely'
import type { AuditLine } from '#core/contract/staff.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { AuditAct, AuditSubject } from '#core/domain/staff.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db } from '../../store/db.ts'
import { listPage, totalColumn } from '../paging.ts'

interface Act {
  /** Undefined for the command line and for schedules. */
  readonly actorId: string | undefined
  readonly act: AuditAct
  readonly subject: readonly [AuditSubject, string]
  readonly reason?: string
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

/** Records an act permanently, in its transaction. */
export async function noteAct(db: Db, { actorId, act, subject, reason = '', details = {} }: Act): Promise<void> {
  const [subject_type, subject_id] = subject
  const row = { actor_id: actorId ?? null, act, subject_type, subject_id, reason, details: JSON.stringify(details) }
  await db.insertInto('audit').values(row).execute()
}

/** All acts, latest first. Names are current: the rows hold ids only. */
export async function listAudit(
  db: Db,
  language: InterfaceLanguage,
  { act, ...page }: ParsedInputOf<'listAudit'>,
): Promise<DataOf<'listAudit'>> {
  const query = db
    .selectFrom('audit')
    .leftJoin('account as actor', 'actor.id', 'audit.actor_id')
    .leftJoin('account as subject', (join) =>
      join.onRef('subject.id', '=', 'audit.subject_id').on('audit.subject_type', '=', 'account'),
    )
    .leftJoin('task', (join) => join.onRef('task.id', '=', 'audit.subject_id').on('audit.subject_type', '=', 'task'))
    .leftJoin('notice', (join) =>
      join.onRef('notice.id', '=', 'audit.subject_id').on('audit.subject_type', '=', 'notice'),
    )
    .leftJoin('submission', (join) =>
      join.onRef('submission.id', '=', 'audit.subject_id').on('audit.subject_type', '=', 'submission'),
    )
    .selectAll('audit')
    .select(sql<string>`coalesce(actor.nickname, '')`.as('actor'))
    .select(
      sql<string>`coalesce(subject.nickname, task.name, ${sql.ref(`notice.title_${language}`)},
        submission.content->>'company', submission.content->>'company_name',
        submission.content->>'contact_details', '')`.as('subject'),
    )
    .select(totalColumn)
    .$if(act !== undefined, (chosen) => chosen.where('audit.act', '=', act ?? 'notice_saved'))
    .orderBy('audit.id', 'desc')
  return listPage(query, page, (row): AuditLine => {
    const { id, actor, act: done, subject_type, subject_id, subject, reason, details, created_at } = row
    return {
      ...{ id, actor, act: done, subject_type, subject_id, subject, reason, details },
      created_at: created_at.toISOString(),
    }
  })
}
