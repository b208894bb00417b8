import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { StaffTask } from '#core/contract/staff.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { kindOf } from '#src/tasks/kinds.ts'
import { Button } from '#src/ui/Button.ts'
import { formatAgo } from '#src/ui/format.ts'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { StaffList, widths } from './StaffList.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

const PAGE_SIZE = 20

/** Tasks of all accounts, by number, name or owner; unfinished ones can be ended, costs refunded. */
export function AllTasks(): ReactNode {
  const { t } = useTranslation('staff')
  const [query, setQuery] = useSearchParams()
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<{ task: StaffTask; act: TaskAct }>()
  const search = query.get('search') ?? ''
  const answer = useCall('findTasks', { search, page, page_size: PAGE_SIZE }, { keepPreviousData: true })
  const look = (text: string): void => {
    setQuery({ view: 'all', ...(text && { search: text }) }, { replace: true })
    setPage(1)
  }
  return (
    <>
      <Toolbar>
        <SearchField label={t('search')} placeholder={t('tasks_hint')} value={search} onSearch={look} />
      </Toolbar>
      <StaffList
        answer={answer}
        columns={[
          { key: 'task', label: t('task') },
          { key: 'account', label: t('account'), width: widths.medium },
          { key: 'state', label: t('state'), width: widths.narrow },
          { key: 'credits', label: t('credits'), isNumber: true, width: widths.narrow },
          { key: 'started_at', label: t('started_at'), width: widths.narrow },
          { key: 'actions', label: t('actions'), width: widths.medium, isUnseen: true },
        ]}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        isFiltered={search !== ''}
        renderRow={(task) => <Row key={task.task_id} task={task} onAct={(act) => setAsked({ task, act })} />}
      />
      {asked && <ActDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

type TaskAct = 'end' | 'refund'

function Row({ task, onAct }: { task: StaffTask; onAct: (act: TaskAct) => void }): ReactNode {
  const { t, i18n } = useTranslation('staff')
  const { t: ofTasks } = useTranslation('tasks')
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  const { task_id, task_name, task_type, owner, state, credits, refunded, may_refund, created_at } = task
  const { name, isOngoing } = describeTaskState(state)
  return (
    <tr data-task={task_id}>
      <td>
        <div className="ellipsis">{task_name}</div>
        <div className="muted staff-detail">
          {ofTasks(kindOf(task_type)?.name ?? 'type_other')} · <code>{task_id}</code>
        </div>
      </td>
      <td className="ellipsis">{owner}</td>
      <td>{t(`tasks:state_${name}`)}</td>
      <td className="number">{number.format(credits)}</td>
      <td className="muted">{formatAgo(created_at)}</td>
      <td>
        <div className="table-actions">
          {isOngoing && <Button size="small" text={t('act_end')} onClick={() => onAct('end')} />}
          {may_refund && <Button size="small" text={t('act_refund')} onClick={() => onAct('refund')} />}
          {refunded > 0 && (
            <Tag minimal round intent="success">
              {t('refunded', { count: refunded })}
            </Tag>
          )}
        </div>
      </td>
    </tr>
  )
}

function ActDialog({ task, act, onClose }: { task: StaffTask; act: TaskAct; onClose: () => void }): ReactNode {
  const { t } = useTranslation('staff')
  const { task_id, task_name, owner, credits } = task
  const work = async (reason: string): Promise<string> => {
    const back = await call(act === 'end' ? 'endTask' : 'refundTask', { task_id, reason })
    await refresh('findTasks', 'listAudit')
    return act === 'end' ? t('task_ended_done') : t('refunded', { count: back.credits })
  }
  return (
    <ReasonDialog
      title={`${t(`act_${act}`).replace('…', '')}: ${task_name}`}
      isHarmful={act === 'end'}
      onDo={work}
      onClose={onClose}
    >
      <p>{t(act === 'end' ? 'end_text' : 'refund_text', { count: credits, owner })}</p>
    </ReasonDialog>
  )
}
