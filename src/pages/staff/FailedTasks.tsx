import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import { useCall } from '#src/api/hooks.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { formatAgo } from '#src/ui/format.ts'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { DaysSelect } from './DaysSelect.tsx'
import { StaffList, widths } from './StaffList.tsx'

const PAGE_SIZE = 20

type FailedTask = DataOf<'listFailedTasks'>['list'][number]

/** Failed tasks of all accounts, with their log numbers. */
export function FailedTasks(): ReactNode {
  const { t } = useTranslation('staff')
  const [page, setPage] = useState(1)
  const [days, setDays] = useState(30)
  const answer = useCall('listFailedTasks', { days, page, page_size: PAGE_SIZE }, { keepPreviousData: true })
  return (
    <>
      <Toolbar>
        <DaysSelect days={days} onDays={(next) => (setDays(next), setPage(1))} />
      </Toolbar>
      <StaffList
        answer={answer}
        columns={[
          { key: 'task', label: t('task'), width: widths.wide },
          { key: 'account', label: t('account'), width: widths.medium },
          { key: 'why', label: t('why') },
          { key: 'log_id', label: t('log_id'), width: widths.medium },
          { key: 'attempts', label: t('attempts'), isNumber: true, width: widths.narrow },
          { key: 'failed_at', label: t('failed_at'), width: widths.narrow },
        ]}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        renderRow={rowOf}
      />
    </>
  )
}

const rowOf = (task: FailedTask): ReactNode => <Row key={task.task_id} task={task} />

function Row({ task }: { task: FailedTask }): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <tr>
      <td>
        <div className="ellipsis">{task.task_name}</div>
        <div className="muted staff-detail">{t(kindOf(task.task_type)?.name ?? 'type_other')}</div>
      </td>
      <td className="ellipsis">{task.owner}</td>
      <td>{task.message}</td>
      <td>{task.log_id && <code>{task.log_id}</code>}</td>
      <td className="number">{task.attempts}</td>
      <td className="muted">{formatAgo(task.failed_at)}</td>
    </tr>
  )
}
