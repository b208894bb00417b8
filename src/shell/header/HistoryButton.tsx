import './history-button.css'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { CREDIT_HOVER_MS } from '#core/domain/limits.ts'
import type { Task } from '#core/contract/task.ts'
import { refreshCredits } from '#src/api/credits.ts'
import { useCall } from '#src/api/hooks.ts'
import { loadMessages } from '#src/i18n/index.ts'
import { Button } from '#src/ui/Button.ts'
import { History } from '#src/ui/icons.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { later } from '#src/ui/later.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { stored } from '#src/ui/stored.ts'
import { Tag } from '#src/ui/Tag.ts'

const OPEN_DELAY_MS = 100
const CLOSE_DELAY_MS = 500
const MOST_COUNTED = 99

const guideSeen = stored('history_guide', z.literal(['', 'seen']), '')

const RecentTasks = later(async () => {
  const [part] = await Promise.all([import('./RecentTasks.tsx'), loadMessages('tasks')])
  return part.RecentTasks
}, RecentWaiting)

const TaskDialog = later(async () => (await import('./TaskDialog.tsx')).TaskDialog)

/** Link to the history with the number of unfinished tasks; the newest ones on hover. */
export function HistoryButton(): ReactNode {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { data: info } = useCall('getInfo', {})
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Task>()
  const ongoing = info?.ongoing ?? 0
  const badge = ongoing > MOST_COUNTED ? `${MOST_COUNTED}+` : String(ongoing)
  const button = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const open = (next: boolean): void => {
    // Keeps its width when the number disappears: otherwise the pointer leaves it and the popover closes.
    setWidth(next ? (button.current?.clientWidth ?? 0) : 0)
    setOpen(next)
    if (next && !document.hidden) refreshCredits(CREDIT_HOVER_MS)
  }
  const choose = (task: Task): void => {
    setOpen(false)
    setChosen(task)
  }
  const toHistory = (): void => {
    if (pathname === '/lab/history') location.reload()
    else void navigate('/lab/history')
  }
  return (
    <div ref={button} className={ongoing > 0 ? 'history-button history-ongoing' : 'history-button'}>
      <Popover
        interactionKind="hover"
        placement="bottom-end"
        arrow={false}
        hoverOpenDelay={OPEN_DELAY_MS}
        hoverCloseDelay={CLOSE_DELAY_MS}
        isOpen={isOpen}
        onInteraction={open}
        content={
          <div className="recent-tasks">
            <RecentTasks onOpen={choose} onLeave={() => setOpen(false)} />
            <Button fill text={t('all_history')} onClick={toHistory} />
          </div>
        }
      >
        <Button
          variant="minimal"
          icon={<History />}
          style={isOpen ? { minWidth: width } : undefined}
          onClick={toHistory}
          aria-label={ongoing > 0 ? `${t('menu_history')} ${badge}` : t('menu_history')}
        >
          {ongoing > 0 && (
            <Tag round intent="primary" className="badge">
              {badge}
            </Tag>
          )}
        </Button>
      </Popover>
      {ongoing > 0 && <FirstUse />}
      {chosen && <TaskDialog task={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

function RecentWaiting(): ReactNode {
  return <Spinner size={24} className="recent-waiting" />
}

/** Shown with the user's first task: where to find results. */
function FirstUse(): ReactNode {
  const { t } = useTranslation('shell')
  const [isShown, setShown] = useState(() => guideSeen.get() === '')
  if (!isShown) return null
  const close = (): void => {
    guideSeen.set('seen')
    setShown(false)
  }
  return (
    <div className="history-guide" role="status">
      <span>{t('history_guide')}</span>
      <Button size="small" intent="primary" text={t('understood')} onClick={close} />
    </div>
  )
}
