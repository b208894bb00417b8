import './tray.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { History } from '#src/ui/icons.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { countRows } from './tray-rows.ts'
import { TrayList } from './TrayList.tsx'
import { traySummary } from './tray-summary.ts'
import { useTray } from './use-tray.ts'

/** The tray in the editor's bar: a number, with the tasks in a popover. */
export function TrayMark(): ReactNode {
  const { t } = useTranslation('tasks')
  const rows = useTray()
  if (rows.length === 0) return null
  const counts = countRows(rows)
  const summary = traySummary(t, counts)
  return (
    <Popover
      placement="bottom-end"
      content={
        <div className="tray-popover">
          <TrayList rows={rows} />
        </div>
      }
    >
      <Button variant="minimal" icon={<History />} aria-label={summary} data-tip={summary} className="tray-mark">
        <Tag
          round
          minimal
          intent={
            counts.failed > 0 ? 'danger' : counts.waiting > 0 ? 'warning' : counts.running > 0 ? 'primary' : 'success'
          }
        >
          {rows.length}
        </Tag>
      </Button>
    </Popover>
  )
}
