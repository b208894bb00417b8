import { auditLedgers } from '../../app/credits/audit.ts'
import { accountsWithEnded, accountsWithoutGift, giveMonthlyGift, writeOff } from '../../app/credits/schedule.ts'
import { clearEach, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Expired credits get their entry in the ledger. */
export const expirySweep: Sweep = {
  name: 'ended-credits',
  cron: '*/10 * * * *',
  run: async ({ db }, now, onFault) =>
    clearEach(await accountsWithEnded(db, now, 5 * SWEEP_BATCH), ({ id }) => writeOff(db, id, now), onFault),
}

/** The monthly gift, for those who lack it. */
export const giftSweep: Sweep = {
  name: 'monthly-gift',
  cron: '*/10 * * * *',
  run: async ({ db }, now, onFault) =>
    clearEach(
      await accountsWithoutGift(db, now, 5 * SWEEP_BATCH),
      (account) => giveMonthlyGift(db, account, now),
      onFault,
    ),
}

/** Audits every ledger once a night; staff see the result. */
export const auditSweep: Sweep = {
  name: 'ledger-audit',
  cron: '43 3 * * *',
  run: async ({ db }, _now, onFault) => {
    const difference = await auditLedgers(db)
    if (difference) onFault(difference.accountId, new Error(`Ledger: ${JSON.stringify(difference)}`))
    return 0
  },
}
