import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeView } from '#core/contract/notice.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Drawer } from '#src/ui/Drawer.ts'
import { Notifications } from '#src/ui/icons.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const WIDTH_PX = 502

interface Props {
  readonly notices: readonly NoticeView[]
  readonly onRead: (notice: NoticeView) => void
  readonly onClose: () => void
}

/** The current notices; a click marks one as read. */
export function NoticesDrawer({ notices, onRead, onClose }: Props): ReactNode {
  const { t, i18n } = useTranslation('header')
  const [shown, setShown] = useState<NoticeView>()
  const day = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'medium' })
  const choose = (notice: NoticeView): void => {
    onRead(notice)
    setShown(notice)
  }
  return (
    <>
      <Drawer
        isOpen
        position="right"
        size={WIDTH_PX}
        className="notices-drawer"
        title={t('notices')}
        onClose={onClose}
        transitionDuration={0}
      >
        {notices.length === 0 && (
          <NonIdealState
            icon={<Notifications size={40} />}
            title={t('notices_none')}
            description={t('notices_none_text')}
          />
        )}
        <ul className="notices">
          {notices.map((notice) => (
            <li key={notice.id}>
              <button
                type="button"
                className="notice"
                data-unread={!notice.read || undefined}
                onClick={() => choose(notice)}
              >
                <span className="notice-title">{notice.title_content}</span>
                <time className="muted" dateTime={notice.start_time}>
                  {day.format(new Date(notice.start_time))}
                </time>
                <span className="notice-text">{notice.notice_content}</span>
                {!notice.read && <span className="notice-new">{t('new')}</span>}
              </button>
            </li>
          ))}
        </ul>
      </Drawer>
      {shown && (
        <Dialog isOpen title={shown.title_content} onClose={() => setShown(undefined)} transitionDuration={0}>
          <DialogBody>
            <time className="muted" dateTime={shown.start_time}>
              {day.format(new Date(shown.start_time))}
            </time>
            <p className="notice-whole">{shown.notice_content}</p>
          </DialogBody>
          <DialogFooter
            actions={<Button intent="primary" autoFocus text={t('common:close')} onClick={() => setShown(undefined)} />}
          />
        </Dialog>
      )}
    </>
  )
}
