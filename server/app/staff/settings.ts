import { API_PERMISSION } from '#core/domain/api-keys.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { noteAct } from './audit.ts'

type State = DataOf<'getSettings'>['maintenance']

const off: State = { is_on: false, text_en: '', text_zh_cn: '' }
/** How long another process may use the old state of the switch. */
const MAX_AGE_MS = 2000

async function readSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

async function writeSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

async function readMaintenance(db: Db): Promise<State> {
  const value = await readSetting(db, 'maintenance')
  return value === undefined ? off : (JSON.parse(value) as State)
}

/** Whether maintenance is on: then every call of others than staff gets its message. */
export class Maintenance {
  private readonly db: Db
  private kept: { state: State; readAt: number } | undefined

  constructor(db: Db) {
    this.db = db
  }

  /** A Refusal during maintenance, unless staff call. */
  async refuse(caller: { readonly is_staff: boolean } | undefined, language: InterfaceLanguage): Promise<void> {
    if (caller?.is_staff) return
    const { is_on, ...texts } = await this.state()
    if (!is_on) return
    const text = texts[`text_${language}`] || texts.text_en
    throw text === ''
      ? new Refusal('maintenance', 'maintenance')
      : new Refusal('maintenance', 'maintenance_text', { text })
  }

  private async state(): Promise<State> {
    if (!this.kept || this.kept.readAt < Date.now() - MAX_AGE_MS)
      this.kept = { state: await readMaintenance(this.db), readAt: Date.now() }
    return this.kept.state
  }

  /** Reads the switch again at the next call. */
  forget(): void {
    this.kept = undefined
  }
}

/** The installation's switches. */
export async function getSettings({ db, mail }: Pick<Deps, 'db' | 'mail'>): Promise<DataOf<'getSettings'>> {
  return {
    maintenance: await readMaintenance(db),
    keys_for_new_accounts: (await permissionsOfNew(db)).includes(API_PERMISSION),
    has_mail: mail !== undefined,
  }
}

/** Sets the switch; its text is kept while it is off. */
export async function setMaintenance(db: Db, actorId: string, state: ParsedInputOf<'setMaintenance'>): Promise<void> {
  // A text in one language serves both; English comes first in answers.
  const kept = { ...state, text_en: state.text_en || state.text_zh_cn }
  await db.transaction().execute(async (tx) => {
    await writeSetting(tx, 'maintenance', JSON.stringify(kept))
    const act = state.is_on ? 'maintenance_on' : 'maintenance_off'
    await noteAct(tx, { actorId, act, subject: ['installation', ''], details: { text: kept.text_en } })
  })
}

/** What new accounts may do beyond the default. */
export async function permissionsOfNew(db: Db): Promise<string[]> {
  return (await readSetting(db, 'keys_for_new_accounts')) === '1' ? [API_PERMISSION] : []
}

/** Allows new accounts API keys, or not. */
export async function setKeysForNewAccounts(db: Db, actorId: string, isOn: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await writeSetting(tx, 'keys_for_new_accounts', isOn ? '1' : '0')
    const act = isOn ? 'keys_for_new_on' : 'keys_for_new_off'
    await noteAct(tx, { actorId, act, subject: ['installation', ''] })
  })
}
