import { VISITOR_TYPE } from '#core/domain/account.ts'
import type { ParsedInputOf } from '#core/contract/index.ts'
import type { Db } from '../store/db.ts'
import type { Account } from './accounts.ts'

/** Records a page view, of an account or an anonymous reader. */
export async function notePageView(
  db: Db,
  account: Account | undefined,
  { path, title }: Pick<ParsedInputOf<'addPageView'>, 'path' | 'title'>,
): Promise<void> {
  const who = { account_id: account?.id ?? null, customer_type: account?.customer_type ?? VISITOR_TYPE }
  await db
    .insertInto('page_view')
    .values({ ...who, path, title })
    .execute()
}

/** Records a sign-in of an account. */
export async function noteLogin(
  db: Db,
  accountId: string,
  { way, browser }: ParsedInputOf<'addLoginLog'>,
): Promise<void> {
  await db.insertInto('login_log').values({ account_id: accountId, way, browser }).execute()
}

/** Records why an upload failed in the browser. */
export async function noteUploadError(
  db: Db,
  accountId: string,
  input: ParsedInputOf<'addUploadError'>,
): Promise<void> {
  await db
    .insertInto('upload_error')
    .values({ account_id: accountId, ...input })
    .execute()
}
