import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '#src/ui/Select.tsx'

const choices = [7, 30, 90, 365] as const

/** The period to show. */
export function DaysSelect({ days, onDays }: { days: number; onDays: (days: number) => void }): ReactNode {
  const { t } = useTranslation('staff')
  const options = choices.map((value) => ({ value: value as number, label: t('last_days', { n: value }) }))
  return <Select label={t('when')} value={days} options={options} onChange={onDays} />
}
