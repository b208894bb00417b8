import './tray.css'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { TaskState as States } from '#core/domain/task.ts'
import { TaskState } from '#src/tasks/TaskState.tsx'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ChevronDown, ChevronUp, Cross } from '#src/ui/icons.ts'
import { stored } from '#src/ui/stored.ts'
import { countRows, isOngoingRow, type TrayRow } from './tray-rows.ts'
import { TrayList } from './TrayList.tsx'
import { traySummary } from './tray-summary.ts'
import { dismiss } from './use-tray.ts'

const tray = stored('task_tray', z.literal(['open', 'folded']), 'folded')

/** The bar below every page while tasks go on or ended unseen; it takes its own room, so that it covers nothing. */
export function TaskTray({ rows }: { rows: readonly TrayRow[] }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(() => tray.get() === 'open')
  const listId = useId()
  const fold = (): void => {
    tray.set(isOpen ? 'folded' : 'open')
    setOpen(!isOpen)
  }
  const ended = rows.filter((row) => !isOngoingRow(row))
  const summary = traySummary(t, countRows(rows))
  return (
    <section className="tray toasts-above" aria-label={t('tray')} data-open={isOpen}>
      <div className="tray-head">
        <Button
          variant="minimal"
          size="small"
          icon={isOpen ? <ChevronDown /> : <ChevronUp />}
          aria-expanded={isOpen}
          aria-controls={listId}
          text={summary}
          onClick={fold}
        />
        <span role="status" className="unseen">
          {summary}
        </span>
        {!isOpen && <First rows={rows} />}
        <span className="tray-space" />
        {ended.length > 0 && (
          <IconButton size="small" icon={<Cross />} label={t('tray_close')} onClick={() => void dismiss(ended)} />
        )}
      </div>
      <div id={listId} hidden={!isOpen}>
        {isOpen && <TrayList rows={rows} />}
      </div>
    </section>
  )
}

/** The first running task beside the counts while the tray is folded, else the first failed one. */
function First({ rows }: { rows: readonly TrayRow[] }): ReactNode {
  const row = rows.find((each) => !each.batch && !each.chain && each.task.state !== States.succeeded)
  if (!row || row.batch || row.chain) return null
  return (
    <span className="tray-first">
      <span className="ellipsis">{row.task.task_name}</span>
      <TaskState task={row.task} isWide />
    </span>
  )
}
