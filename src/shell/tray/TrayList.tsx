import './tray.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Chain } from '#core/contract/chain.ts'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { BatchState } from '#src/tasks/BatchState.tsx'
import { ChainState } from '#src/tasks/ChainState.tsx'
import { kindOf } from '#src/tasks/kinds.ts'
import { RetryButton } from '#src/tasks/TaskInPlace.tsx'
import { CancelButton } from '#src/tasks/TaskProgress.tsx'
import { TaskState } from '#src/tasks/TaskState.tsx'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross } from '#src/ui/icons.ts'
import { isOngoingRow, type TrayRow } from './tray-rows.ts'
import { dismiss } from './use-tray.ts'

/** Tasks with progress, results and failures. */
export function TrayList({ rows }: { rows: readonly TrayRow[] }): ReactNode {
  return (
    <ul className="tray-list">
      {rows.map((row) => (
        <Row key={row.key} row={row} />
      ))}
    </ul>
  )
}

function Row({ row }: { row: TrayRow }): ReactNode {
  const { t } = useTranslation('tasks')
  const { batch, chain } = row
  const { name, about, path } = useHead(row)
  return (
    <li className="tray-row" data-row={row.key} data-ongoing={isOngoingRow(row)}>
      <span className="tray-name">
        {path ? (
          <Link className="ellipsis" to={path}>
            {name}
          </Link>
        ) : (
          <span className="ellipsis" data-tip={name} data-tip-cut>
            {name}
          </span>
        )}
        <span className="muted">{about}</span>
      </span>
      {chain ? (
        <ChainState chain={chain} />
      ) : batch ? (
        <BatchState batch={batch} />
      ) : (
        <TaskState task={row.task} isWide />
      )}
      <span className="tray-acts">
        {chain ? <ChainActs chain={chain} /> : !batch && <TaskActs task={row.task} />}
        {!isOngoingRow(row) && (
          <IconButton
            size="small"
            icon={<Cross />}
            label={t('tray_dismiss', { name })}
            onClick={() => void dismiss([row])}
          />
        )}
      </span>
    </li>
  )
}

/** Name of a row, what it is, and the page about it. */
function useHead(row: TrayRow): { name: string; about: string; path?: string } {
  const { t } = useTranslation('tasks')
  const { batch, chain } = row
  if (chain) {
    const name = t('tray_chain_name', { name: chain.name, count: chain.video_sum - 1 })
    return { name, about: t('tray_chain'), path: '/lab/workspace' }
  }
  const kind = t(kindOf(batch ? batch.task_type : row.task.task_type)?.name ?? 'type_other')
  if (!batch) return { name: row.task.task_name, about: kind }
  return { name: batch.folder_name, about: `${t('tray_batch')} · ${kind}`, path: `/lab/pro/batch/${batch.batch_id}` }
}

/** What a chain waits for: the user has corrected its texts. */
function ChainActs({ chain }: { chain: Chain }): ReactNode {
  const { t } = useTranslation('tasks')
  if (chain.state !== 'stopped') return null
  return (
    <Button size="small" text={t('tray_continue', { count: chain.credits_to_come })} onClick={() => void go(chain)} />
  )
}

async function go({ chain_id, credits_to_come }: Chain): Promise<void> {
  try {
    await call('continueChain', { chain_id, most_credits: credits_to_come })
  } catch (error) {
    notifyFailure(error)
  }
  await refresh('listChains', 'getChain', 'getInfo')
}

function TaskActs({ task }: { task: Task }): ReactNode {
  const { name: state, canDownload } = describeTaskState(task.state)
  const kind = kindOf(task.task_type)
  if (state === 'queued') return <CancelButton task={task} />
  if (state === 'failed') return <RetryButton task={task} />
  return canDownload && kind ? <kind.Result task={task} /> : null
}
