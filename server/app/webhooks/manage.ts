import { type Selectable, sql } from 'kysely'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { WebhookDelivery, WebhookView } from '#core/contract/webhook.ts'
import { WEBHOOK_TEST, webhookLimits } from '#core/domain/api-keys.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import type { WebhookDeliveryTable, WebhookTable } from '../../store/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { failureMessage } from '../messages.ts'
import { listPage, totalColumn } from '../paging.ts'
import { Refusal } from '../refusal.ts'
import { own, type Scope } from '../scope.ts'
import { addDelivery } from './announce.ts'
import { newWebhookSecret, webhookSecret } from './secrets.ts'

type Owner = Pick<Scope, 'db' | 'accountId'>
type Sealing = Pick<Deps, 'secrets'>

function describe({ secrets }: Sealing, row: Selectable<WebhookTable>): WebhookView {
  const { id, url, events, is_active, created_at } = row
  return { id, url, secret: webhookSecret(secrets, row), events, is_active, created_at: created_at.toISOString() }
}

/** The addresses of an account, oldest first. */
export async function listWebhooks(deps: Sealing, { db, accountId }: Owner): Promise<DataOf<'listWebhooks'>> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { list: rows.map((row) => describe(deps, row)) }
}

/** A web address; whether it is allowed is checked at delivery. */
function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.username !== '')
    throw new Refusal('refused', 'webhook_address')
  return url.href
}

/** Subscribes an address. */
export async function addWebhook(
  deps: Sealing,
  { db, accountId }: Owner,
  { url, events }: ParsedInputOf<'addWebhook'>,
): Promise<WebhookView> {
  const values = { url: checkUrl(url), events: JSON.stringify([...new Set(events)]) }
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst()
    const { count } = await tx
      .selectFrom('webhook')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count >= webhookLimits.hooks) throw new Refusal('refused', 'too_many_webhooks', { n: webhookLimits.hooks })
    const id = newId()
    const secret = newWebhookSecret(deps.secrets, id)
    return describe(
      deps,
      await tx
        .insertInto('webhook')
        .values({ id, account_id: accountId, secret, ...values })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  })
}

/** Changes the subscription of an address. */
export async function editWebhook(
  deps: Sealing,
  { db, accountId }: Owner,
  { id, url, events, is_active }: ParsedInputOf<'editWebhook'>,
): Promise<WebhookView> {
  await own({ db, accountId }, 'webhook', id)
  const values = {
    url: checkUrl(url),
    events: JSON.stringify([...new Set(events)]),
    is_active,
    failures: 0,
    rests_until: null,
  }
  const row = await db
    .updateTable('webhook')
    .set(values)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return describe(deps, row)
}

/** Unsubscribes an address. */
export async function deleteWebhook({ db, accountId }: Owner, id: string): Promise<void> {
  await own({ db, accountId }, 'webhook', id)
  await db.deleteFrom('webhook').where('id', '=', id).where('account_id', '=', accountId).execute()
}

/** Sends a test delivery to an address. */
export async function testWebhook(deps: Deps, owner: Scope, id: string): Promise<WebhookDelivery> {
  const hook = await own(owner, 'webhook', id)
  const deliveryId = await deps.db.transaction().execute((tx) => addDelivery(deps, tx, hook, WEBHOOK_TEST, {}))
  return oneDelivery(deps.db, owner.language, deliveryId)
}

const withAddress = (db: Db) =>
  db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .selectAll('webhook_delivery')
    .select('webhook.url')

type DeliveryRow = Selectable<WebhookDeliveryTable> & { url: string }

function describeDelivery(row: DeliveryRow, language: InterfaceLanguage): WebhookDelivery {
  const { id, webhook_id, url, event, state, attempts, body } = row
  return {
    ...{ id, webhook_id, url, event, state, attempts, body },
    status: row.status ?? 0,
    detail: failureMessage(language, row.detail),
    next_at: row.next_at?.toISOString() ?? '',
    created_at: row.created_at.toISOString(),
  }
}

async function oneDelivery(db: Db, language: InterfaceLanguage, id: string): Promise<WebhookDelivery> {
  const row = await withAddress(db).where('webhook_delivery.id', '=', id).executeTakeFirstOrThrow()
  return describeDelivery(row, language)
}

/** Deliveries to an account's addresses. */
export async function listDeliveries(
  { db, accountId, language }: Scope,
  { webhook_id, state, ...page }: ParsedInputOf<'listDeliveries'>,
): Promise<DataOf<'listDeliveries'>> {
  const query = withAddress(db)
    .select(totalColumn)
    .where('webhook_delivery.account_id', '=', accountId)
    .$if(webhook_id !== undefined, (chosen) => chosen.where('webhook_id', '=', webhook_id ?? ''))
    .$if(state !== undefined, (chosen) => chosen.where('state', '=', state ?? 'pending'))
    .orderBy('webhook_delivery.created_at', 'desc')
    .orderBy('webhook_delivery.id')
  return listPage(query, page, (row) => describeDelivery(row, language))
}

/** Sends the same body again with new attempts and a new signature. */
export async function replayDelivery(deps: Deps, owner: Scope, id: string): Promise<WebhookDelivery> {
  await own(owner, 'webhook_delivery', id)
  await deps.db.transaction().execute(async (tx) => {
    const { round, webhook_id } = await tx
      .updateTable('webhook_delivery')
      .set((eb) => ({ state: 'pending', attempts: 0, round: eb('round', '+', 1), detail: '', next_at: new Date() }))
      .where('id', '=', id)
      .returning(['round', 'webhook_id'])
      .executeTakeFirstOrThrow()
    await tx.updateTable('webhook').set({ rests_until: null }).where('id', '=', webhook_id).execute()
    await deps.queue.sendBackgroundJob(tx, { kind: 'webhook', id, round }, { group: owner.accountId })
  })
  return oneDelivery(deps.db, owner.language, id)
}
