import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffAccount } from '#core/contract/staff.ts'
import { MOST_GRANTED } from '#core/domain/staff.ts'
import { call, idempotencyKey } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { TextLine } from '#src/ui/form/Field.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

/** Acts of staff on an account; each needs a reason. */
export type AccountAct = 'grant' | 'take' | 'sign_out' | 'allow_keys' | 'withdraw_keys' | 'block' | 'unblock'

const amounts = { min: 1, max: MOST_GRANTED } as const
const lifetimes = { min: 1, max: 3650 } as const

function isWithin(text: string, { min, max }: { min: number; max: number }): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
}

interface Props {
  account: StaffAccount
  act: AccountAct
  onClose: () => void
}

/** Asks for an act's reason, and runs it. */
export function AccountDialog({ account, act, onClose }: Props): ReactNode {
  const { t } = useTranslation('staff')
  const [amount, setAmount] = useState('')
  const [days, setDays] = useState('180')
  // Per dialog: a second click repeats nothing.
  const [key] = useState(idempotencyKey)
  const { account_id } = account
  const isGrant = act === 'grant'
  const hasAmount = isGrant || act === 'take'
  const isFine = (!hasAmount || isWithin(amount, amounts)) && (!isGrant || isWithin(days, lifetimes))
  const work = async (reason: string): Promise<string> => {
    const said = await actOn(act, { account_id, reason }, { amount: Number(amount), days: Number(days), key })
    await refresh('listAccounts', 'listAudit')
    return said === undefined ? t('done') : t('signed_out', { count: said })
  }
  return (
    <ReasonDialog
      title={`${t(`act_${act}`).replace('…', '')}: ${account.nickname || account_id}`}
      isFine={isFine}
      isHarmful={act === 'block'}
      onDo={work}
      onClose={onClose}
    >
      {hasAmount && (
        <div className="form-columns">
          <TextLine
            field="amount"
            autoFocus
            label={t('amount')}
            fault={amount !== '' && !isWithin(amount, amounts) ? t('number_wrong', amounts) : undefined}
            maxLength={7}
            value={amount}
            onValue={setAmount}
          />
          {isGrant && (
            <TextLine
              field="days"
              label={t('valid_days')}
              fault={isWithin(days, lifetimes) ? undefined : t('number_wrong', lifetimes)}
              maxLength={4}
              value={days}
              onValue={setDays}
            />
          )}
        </div>
      )}
    </ReasonDialog>
  )
}

interface Grant {
  readonly amount: number
  readonly days: number
  readonly key: string
}

/** The number of ended sessions, if any were. */
async function actOn(
  act: AccountAct,
  of: { account_id: string; reason: string },
  { amount, days, key }: Grant,
): Promise<number | undefined> {
  if (act === 'grant') await call('grantCredits', { ...of, amount, days, idempotency_key: key })
  if (act === 'take') await call('takeCredits', { ...of, amount, idempotency_key: key })
  if (act === 'allow_keys') await call('setMayHaveKeys', { ...of, may_have_keys: true })
  if (act === 'withdraw_keys') await call('setMayHaveKeys', { ...of, may_have_keys: false })
  if (act === 'block') await call('setBlocked', { ...of, is_blocked: true })
  if (act === 'unblock') await call('setBlocked', { ...of, is_blocked: false })
  return act === 'sign_out' ? (await call('signOutAccount', of)).sessions : undefined
}
