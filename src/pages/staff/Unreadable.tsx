import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFailed } from '#src/api/call.ts'
import { Failing } from '#src/ui/Failing.tsx'

interface Props {
  answer: {
    readonly error: CallFailed | undefined
    readonly isValidating: boolean
    readonly mutate: () => Promise<unknown>
  }
}

/** Shown for a staff page that failed to load: the reason, and a retry. */
export function Unreadable({ answer: { error, isValidating, mutate } }: Props): ReactNode {
  const { t } = useTranslation('staff')
  const text = error?.isOffline ? t('common:offline') : (error?.message ?? '')
  return <Failing title={t('read_failed')} text={text} busy={isValidating} onRetry={() => void mutate()} />
}
