import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FREE_SKU, formatMoney } from '#core/domain/orders.ts'
import { useCall } from '#src/api/hooks.ts'

/** The server's packages of credits, in the language's currency. */
export function LandingPackages(): ReactNode {
  const { t, i18n } = useTranslation('public')
  const { data } = useCall('listSkus', {}, { revalidateOnFocus: false })
  const isChinese = i18n.language === 'zh_cn'
  const currency = isChinese ? 'CNY' : 'USD'
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  const sold = data?.list.filter((sku) => sku.sku_id !== FREE_SKU && sku.currency === currency) ?? []
  if (sold.length === 0) return null
  return (
    <ul aria-label={t('packages')}>
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
