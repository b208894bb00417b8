import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import { useCall } from '#src/api/hooks.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { later } from '#src/ui/later.tsx'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { DaysSelect } from './DaysSelect.tsx'
import { Unreadable } from './Unreadable.tsx'

const StackedBars = later(async () => (await import('#src/ui/StackedBars.tsx')).StackedBars, Place)

/** How long a minute of video waits and is worked on, by kind of task and by engine. */
export function WorkTimes(): ReactNode {
  const { t } = useTranslation('staff')
  const [days, setDays] = useState(30)
  const answer = useCall('getWorkTimes', { days }, { keepPreviousData: true })
  const { data } = answer
  const tasks = data?.kinds.reduce((sum, kind) => sum + kind.tasks, 0) ?? 0
  return (
    <section>
      <Toolbar>
        <h2>{t('times')}</h2>
        <DaysSelect days={days} onDays={setDays} />
        {tasks > 0 && <span className="muted">{t('times_tasks', { count: tasks })}</span>}
      </Toolbar>
      {!data && answer.error && <Unreadable answer={answer} />}
      {data && tasks === 0 && <p className="muted">{t('times_none')}</p>}
      {data && tasks > 0 && <Charts times={data} />}
    </section>
  )
}

function Charts({ times: { kinds, engines } }: { times: DataOf<'getWorkTimes'> }): ReactNode {
  const { t, i18n } = useTranslation('staff')
  const { t: ofTasks } = useTranslation('tasks')
  const format = useMemo(() => {
    const number = new Intl.NumberFormat(i18n.language.replace('_', '-'), { maximumFractionDigits: 1 })
    return (value: number): string => number.format(value)
  }, [i18n.language])
  const byKind = useMemo(
    () => ({
      columns: kinds.map(({ task_type }) => ofTasks(kindOf(task_type)?.name ?? 'type_other')),
      series: [
        { name: t('times_working'), values: kinds.map((kind) => perMinute(kind.working_ms, kind.media_ms)) },
        { name: t('times_waiting'), values: kinds.map((kind) => perMinute(kind.waiting_ms, kind.media_ms)) },
      ],
    }),
    [kinds, t, ofTasks],
  )
  const byEngine = useMemo(
    () => ({
      columns: engines.map(({ port }) => t(`port_${port}`)),
      series: [
        { name: t('times_working'), values: engines.map((engine) => perMinute(engine.working_ms, engine.media_ms)) },
      ],
    }),
    [engines, t],
  )
  return (
    <div className="staff-charts">
      <StackedBars label={t('times_by_kind')} {...byKind} format={format} hasSum={false} />
      {engines.length > 0 && <StackedBars label={t('times_by_engine')} {...byEngine} format={format} hasSum={false} />}
    </div>
  )
}

/** Seconds for a minute. */
const perMinute = (ms: number, mediaMs: number): number => (ms * 60) / mediaMs

/** Keeps a chart's place while it loads. */
function Place(): ReactNode {
  return <div className="staff-chart-place" />
}
