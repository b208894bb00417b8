import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { AllTasks } from './AllTasks.tsx'
import { FailedTasks } from './FailedTasks.tsx'

/** Tasks of all accounts: failed ones, or all with costs. */
export function Tasks(): ReactNode {
  const { t } = useTranslation('staff')
  const [query, setQuery] = useSearchParams()
  const view = query.get('view') === 'all' ? 'all' : 'failed'
  return (
    <>
      <SegmentedControl
        size="small"
        className="staff-views"
        options={[
          { value: 'failed', label: t('tasks_failed') },
          { value: 'all', label: t('tasks_all') },
        ]}
        value={view}
        onValueChange={(next) => setQuery(next === 'all' ? { view: 'all' } : {}, { replace: true })}
      />
      {view === 'all' ? <AllTasks /> : <FailedTasks />}
    </>
  )
}
