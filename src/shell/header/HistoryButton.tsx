import { Button, Tag } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useCall } from '#src/api/hooks.ts'

/** The way to the history, with how many tasks are under way. */
export function HistoryButton(): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: info } = useCall('getInfo', {})
  const ongoing = info?.ongoing ?? 0
  const badge = ongoing === 0 ? '' : ongoing > 99 ? '99+' : String(ongoing)
  return (
    <Button
      variant="minimal"
      icon={<History />}
      onClick={() => void navigate('/lab/history')}
      aria-label={`${t('title_history')} ${badge}`.trim()}
    >
      {ongoing > 0 && (
        <Tag round intent="primary" className="badge">
          {badge}
        </Tag>
      )}
    </Button>
  )
}
