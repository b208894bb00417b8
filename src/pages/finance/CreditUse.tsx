import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import { useCall } from '#src/api/hooks.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { later } from '#src/ui/later.tsx'
import type { BarSeries } from '#src/ui/StackedBars.tsx'

const StackedBars = later(async () => (await import('#src/ui/StackedBars.tsx')).StackedBars, Place)

/** Credits by month and kind of task; nothing until some are used. */
export function CreditUse(): ReactNode {
  const { data } = useCall('sumConsumption', {})
  return data && data.sums.length > 0 ? <Chart use={data} /> : null
}

function Chart({ use }: { use: DataOf<'sumConsumption'> }): ReactNode {
  const { t, i18n } = useTranslation('finance')
  const { t: ofTasks } = useTranslation('tasks')
  const language = i18n.language.replace('_', '-')
  const format = useMemo(() => {
    const number = new Intl.NumberFormat(language)
    return (value: number): string => number.format(value)
  }, [language])
  const columns = useMemo(() => {
    const month = new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit', timeZone: 'UTC' })
    return use.months.map((each) => month.format(new Date(`${each}-01T00:00:00Z`)))
  }, [use, language])
  const series = useMemo(() => {
    const nameOf = (type: string): string =>
      type === '' ? t('kind_expiry') : ofTasks(kindOf(type)?.name ?? 'type_other')
    return seriesOf(use, nameOf)
  }, [use, t, ofTasks])
  return <StackedBars label={t('use_by_month')} columns={columns} series={series} format={format} />
}

/** A series for each name, the most used first. */
function seriesOf({ months, sums }: DataOf<'sumConsumption'>, nameOf: (taskType: string) => string): BarSeries[] {
  const byName = new Map<string, number[]>()
  for (const { month, task_type, credits } of sums) {
    const values = byName.get(nameOf(task_type)) ?? months.map(() => 0)
    const at = months.indexOf(month)
    values[at] = (values[at] ?? 0) + credits
    byName.set(nameOf(task_type), values)
  }
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
  return [...byName].map(([name, values]) => ({ name, values })).toSorted((a, b) => total(b.values) - total(a.values))
}

/** Keeps the chart's place while it loads. */
function Place(): ReactNode {
  return <div className="credit-use-place" />
}
