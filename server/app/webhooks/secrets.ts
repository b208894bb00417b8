import { randomBytes } from 'node:crypto'
import type { Db } from '../../store/db.ts'
import { type SecretBox, WrongSecretKeys } from '../secret-box.ts'

const rowOf = (id: string): string => `webhook ${id}`

/** A new secret of an address, encrypted. */
export function newWebhookSecret(box: SecretBox, id: string): string {
  return box.seal(`whs_${randomBytes(32).toString('base64url')}`, rowOf(id))
}

/** The secret of an address. Throws if the keys of this process can't decrypt it. */
export function webhookSecret(box: SecretBox, { id, secret }: { id: string; secret: string }): string {
  const opened = box.isSealed(secret) ? box.open(secret, rowOf(id)) : secret
  if (opened === undefined)
    throw new WrongSecretKeys(
      `The secret of webhook ${id} was sealed by a key that this process does not have: give all processes the same CUELANE_SECRET_KEYS (docs/api-keys.md).`,
    )
  return opened
}

/** Encrypts with the first key what an older one or none did. Throws if a secret can't be decrypted. */
export async function resealWebhooks(db: Db, box: SecretBox): Promise<void> {
  const rows = await db.selectFrom('webhook').select(['id', 'secret']).execute()
  for (const row of rows) {
    const secret = webhookSecret(box, row)
    if (box.isCurrent(row.secret)) continue
    await db
      .updateTable('webhook')
      .set({ secret: box.seal(secret, rowOf(row.id)) })
      .where('id', '=', row.id)
      .where('secret', '=', row.secret)
      .execute()
  }
}
