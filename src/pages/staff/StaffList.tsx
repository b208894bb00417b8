import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Inbox } from '#src/ui/icons.ts'
import { ListPage } from '#src/ui/ListPage.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

type Props<T> = Omit<ComponentProps<typeof ListPage<T>>, 'empty' | 'failedTitle'>

/** Column widths: a date, a name, a text, buttons. */
export const widths = { narrow: 124, medium: 184, wide: 260, actions: 88 } as const

/** A list of the staff pages, with its texts for nothing found and for failures. */
export function StaffList<T>({ isFiltered = false, ...rest }: Props<T>): ReactNode {
  const { t } = useTranslation('staff')
  const empty = (
    <NonIdealState
      className="state-page"
      icon={<Inbox size={40} />}
      title={t('none_here')}
      {...(isFiltered && { description: t('none_found') })}
    />
  )
  return <ListPage {...rest} className="staff-list" failedTitle={t('read_failed')} empty={empty} />
}
