import { newId, sha256 } from '../store/id.ts'
import type { SubmissionTable } from '../store/tables/staff.ts'
import type { ParsedInputOf } from '#core/contract/index.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Deps } from './deps.ts'
import { announceSubmission } from './mail/letters.ts'
import { Refusal } from './refusal.ts'
import { own, type Scope } from './scope.ts'

type Mailing = Pick<Deps, 'db' | 'mail' | 'queue' | 'secrets'>

/** What a form sends. */
interface Submission {
  readonly kind: SubmissionTable['kind']
  /** Undefined without a session. */
  readonly accountId: string | undefined
  readonly language: InterfaceLanguage
  readonly content: Readonly<Record<string, unknown>>
}

/** Stores a form for staff. The same content from the same sender on the same day is stored once. */
export async function submit(deps: Mailing, { kind, accountId, language, content }: Submission): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const digest = sha256(JSON.stringify([kind, accountId ?? '', day, content]))
  await deps.db.transaction().execute(async (tx) => {
    const kept = await tx
      .insertInto('submission')
      .values({
        id: newId(),
        kind,
        account_id: accountId ?? null,
        digest,
        content: JSON.stringify(content),
        language,
        editor_id: null,
      })
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) throw new Refusal('notice', 'submitted_already')
    await announceSubmission(deps, tx, { kind, language, content })
  })
}

/** Stores feedback; a task that it names must be the sender's own. */
export async function submitFeedback(
  deps: Mailing,
  scope: Scope,
  content: ParsedInputOf<'addFeedback'>,
): Promise<void> {
  const { accountId, language } = scope
  if (content.task_id !== undefined) await own(scope, 'task', content.task_id).catch(refuseTask)
  await submit(deps, { kind: 'feedback', accountId, language, content })
}

function refuseTask(error: unknown): never {
  throw error instanceof Refusal ? new Refusal('refused', 'no_such_task') : error
}

/** An anonymous form. A filled hidden field marks a bot: it gets thanks, and nothing is stored. */
export async function submitPublicly(
  deps: Mailing,
  { website, ...content }: Readonly<Record<string, unknown>> & { readonly website?: string | undefined },
  submission: Omit<Submission, 'content'>,
): Promise<void> {
  if (website) return
  await submit(deps, { ...submission, content })
}
