import './notices.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isRead, type ReadMark, withReadMark } from '#core/domain/notice.ts'
import type { NoticeView } from '#core/contract/notice.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Notifications } from '#src/ui/icons.ts'
import { later } from '#src/ui/later.tsx'
import { stored } from '#src/ui/stored.ts'
import { notify } from '#src/ui/toaster.ts'

const NoticesDrawer = later(async () => (await import('./NoticesDrawer.tsx')).NoticesDrawer)

const keptMarks = stored<readonly ReadMark[]>(
  'notice_read',
  z.array(z.object({ id: z.string(), read: z.boolean(), expireAt: z.string() })),
  [],
)

/** Notices, with the number of unread ones. */
export function NoticesButton(): ReactNode {
  const { t } = useTranslation('header')
  const { data } = useCall('listNotices', {})
  const [open, setOpen] = useState(false)
  const [marks, setMarks] = useState(() => keptMarks.get())
  const notices = (data?.list ?? []).map((notice) => ({ ...notice, read: isRead(marks, notice) }))
  const unread = notices.filter(({ read }) => !read).length
  const show = (): void => {
    if (data && notices.length === 0) notify.info(t('common:no_data'))
    setOpen(true)
  }
  const read = (notice: NoticeView): void => {
    const next = withReadMark(keptMarks.get(), notice, Date.now())
    keptMarks.set(next)
    setMarks(next)
    if (!notice.read) call('readNotice', { id: notice.id }).then(() => refresh('listNotices'), notifyFailure)
  }
  return (
    <span className="header-badged">
      <IconButton
        icon={<Notifications />}
        label={unread > 0 ? t('notices_unread', { count: unread }) : t('notices')}
        onClick={show}
      />
      {unread > 0 && <span className="header-dot" aria-hidden />}
      {open && <NoticesDrawer notices={notices} onRead={read} onClose={() => setOpen(false)} />}
    </span>
  )
}
