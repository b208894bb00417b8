import './top-up.css'
import '#src/ui/states.css'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sku } from '#core/contract/finance.ts'
import { FREE_SKU, formatMoney, PAY_RESULT_PATH } from '#core/domain/orders.ts'
import { call, idempotencyKey } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { closeTopUp } from '#src/api/top-up.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { Tick } from '#src/ui/icons.ts'
import { later } from '#src/ui/later.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { notify } from '#src/ui/toaster.ts'
import { openContact } from '../dialogs/open-dialog.ts'

const CreditPolicy = later(async () => (await import('./CreditPolicy.tsx')).CreditPolicy)
const CreditRules = later(async () => (await import('./CreditRules.tsx')).CreditRules)

/** Packages of credits: choose one and pay at its checkout. */
export function TopUpDialog(): ReactNode {
  const { t } = useTranslation('finance')
  const { data, error, isValidating, mutate } = useCall('listSkus', {})
  const [side, setSide] = useState<'rules' | 'policy'>()
  const close = (): void => setSide(undefined)
  const toContact = (): void => {
    closeTopUp()
    openContact()
  }
  return (
    <>
      <Dialog isOpen title={t('top_up')} onClose={closeTopUp} transitionDuration={0} className="top-up-dialog">
        <DialogBody className="top-up-body">
          {!data && error ? (
            <Failing
              title={t('packages_failed')}
              text={error.isOffline ? t('common:offline') : error.message}
              busy={isValidating}
              onRetry={() => void mutate()}
            />
          ) : (
            <Packages list={data?.list} payment={data?.payment} />
          )}
          <nav className="top-up-links">
            <Button variant="minimal" size="small" text={t('contact_us')} onClick={toContact} />
            <Button variant="minimal" size="small" text={t('credit_rules')} onClick={() => setSide('rules')} />
            <Button variant="minimal" size="small" text={t('credit_policy')} onClick={() => setSide('policy')} />
          </nav>
        </DialogBody>
      </Dialog>
      {side === 'policy' && <CreditPolicy onClose={close} />}
      {side === 'rules' && <CreditRules onClose={close} />}
    </>
  )
}

interface PackagesProps {
  list: readonly Sku[] | undefined
  payment: 'real' | 'test' | 'none' | undefined
}

function Packages({ list, payment }: PackagesProps): ReactNode {
  const { t, i18n } = useTranslation('finance')
  const [currency, setCurrency] = useState(i18n.language === 'zh_cn' ? 'CNY' : 'USD')
  const [busy, setBusy] = useState<string>()
  // One key per opening and package: a second click orders nothing more.
  const round = useMemo(() => idempotencyKey(), [])
  const order = async (sku: Sku): Promise<void> => {
    setBusy(sku.sku_id)
    try {
      await orderPackage(sku, `${round} ${sku.sku_id}`)
      if (sku.sku_id === FREE_SKU) {
        notify.success(t('free_received', { count: sku.beans_gift }))
        await refresh('listSkus', 'getInfo', 'quote')
      }
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(undefined)
  }
  const shown = list?.filter((sku) => sku.sku_id === FREE_SKU || sku.currency === currency)
  return (
    <>
      <div className="top-up-head">
        <p className="muted">{t('top_up_text')}</p>
        <SegmentedControl
          size="small"
          value={currency}
          onValueChange={setCurrency}
          options={[
            { value: 'USD', label: '$ USD' },
            { value: 'CNY', label: '¥ CNY' },
          ]}
        />
      </div>
      {payment === 'test' && <Callout intent="warning">{t('test_payments')}</Callout>}
      {payment === 'none' && <Callout intent="primary">{t('no_payments')}</Callout>}
      {shown ? (
        <ul className="packages">
          {shown.map((sku) => (
            <Package
              key={sku.sku_id}
              sku={sku}
              canBuy={payment !== 'none' || sku.sku_id === FREE_SKU}
              busy={busy}
              onOrder={() => void order(sku)}
            />
          ))}
        </ul>
      ) : (
        <div className="packages skeleton" aria-hidden>
          {[1, 2, 3, 4, 5].map((at) => (
            <span key={at} className="skeleton-block package-skeleton" />
          ))}
        </div>
      )}
    </>
  )
}

/** Orders a package, and goes to its checkout unless it is free. */
async function orderPackage(sku: Sku, key: string): Promise<void> {
  const { origin, pathname, search } = window.location
  const result = `${origin}${PAY_RESULT_PATH}`
  const { pay_url } = await call('createOrder', {
    sku_id: sku.sku_id,
    from: `${origin}${pathname}${search}`,
    success_url: result,
    fail_url: result,
    idempotency_key: key,
  })
  if (pay_url !== '') window.location.assign(pay_url)
}

interface PackageProps {
  sku: Sku
  canBuy: boolean
  busy: string | undefined
  onOrder: () => void
}

function Package({ sku, canBuy, busy, onOrder }: PackageProps): ReactNode {
  const { t, i18n } = useTranslation('finance')
  const { sku_id, beans_buy, beans_gift, amount, currency, validity_period, remark_content, remark_en, is_claimed } =
    sku
  const isFree = sku_id === FREE_SKU
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  return (
    <li className="package" data-sku={sku_id}>
      <div className="package-credits">
        <strong>{number.format(isFree ? beans_gift : beans_buy)}</strong> {t('credits_word')}
        {!isFree && beans_gift > 0 && (
          <span className="package-gift">
            {t('plus_gift', { count: beans_gift, number: number.format(beans_gift) })}
          </span>
        )}
      </div>
      <p className="package-remark">{i18n.language === 'zh_cn' ? remark_content : remark_en}</p>
      <p className="muted package-valid">{t('valid_days', { count: validity_period })}</p>
      <div className="package-foot">
        <span className="package-price">{isFree ? t('free') : formatMoney(amount, currency)}</span>
        {is_claimed ? (
          <span className="package-had">
            <Tick aria-hidden /> {t('received')}
          </span>
        ) : (
          <Button
            intent={isFree ? 'none' : 'primary'}
            loading={busy === sku_id}
            disabled={!canBuy || (busy !== undefined && busy !== sku_id)}
            text={t(isFree ? 'get_free' : 'buy')}
            aria-label={`${t(isFree ? 'get_free' : 'buy')} ${isFree ? beans_gift : beans_buy}`}
            onClick={onOrder}
          />
        )}
      </div>
    </li>
  )
}
