import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FREE_SKU, formatMoney } from '#core/domain/orders.ts'
import { useCall } from '#src/api/hooks.ts'

/** What is free, and the server's packages of credits in the language's currency, in one row. */
export function LandingPackages(): ReactNode {
  const { t, i18n } = useTranslation('public')
  const { data } = useCall('listSkus', {}, { revalidateOnFocus: false })
  const isChinese = i18n.language === 'zh_cn'
  const currency = isChinese ? 'CNY' : 'USD'
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  const sold = data?.list.filter((sku) => sku.sku_id !== FREE_SKU && sku.currency === currency) ?? []
  return (
    <ul aria-label={t('packages')} className="landing-packages">
      <li>
        <h3>{t('price_editor')}</h3>
        <strong>{t('price_free')}</strong>
        <span className="muted">{t('price_editor_text')}</span>
      </li>
      {sold.map(({ sku_id, beans_buy, beans_gift, amount, validity_period, remark_content, remark_en }) => (
        <li key={sku_id} data-sku={sku_id}>
          <h3>
            {t('package_credits', { count: beans_buy + beans_gift, number: number.format(beans_buy + beans_gift) })}
          </h3>
          <strong>{formatMoney(amount, currency)}</strong>
          <span className="muted">
            {beans_gift > 0 &&
              `${t('package_gift', { bought: number.format(beans_buy), gift: number.format(beans_gift) })} · `}
            {isChinese ? remark_content : remark_en} · {t('package_valid', { count: validity_period })}
          </span>
        </li>
      ))}
    </ul>
  )
}
