import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffNotice } from '#core/contract/notice.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Edit, Notifications, Plus, Trash } from '#src/ui/icons.ts'
import { Tag } from '#src/ui/Tag.ts'
import { notify } from '#src/ui/toaster.ts'
import { StaffList, widths } from './StaffList.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { Toolbar } from '#src/ui/Toolbar.tsx'

const PAGE_SIZE = 20

/** Notices to all accounts: current, future and past. */
export function Notices(): ReactNode {
  const { t } = useTranslation('staff')
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<StaffNotice | 'new'>()
  const [asked, setAsked] = useState<StaffNotice>()
  const answer = useCall('listStaffNotices', { page, page_size: PAGE_SIZE }, { keepPreviousData: true })
  const remove = async (): Promise<void> => {
    try {
      await call('deleteNotice', { id: asked?.id ?? '' })
      notify.success(t('common:deleted'))
      await refresh('listStaffNotices', 'listNotices')
    } catch (error) {
      notifyFailure(error)
    }
    setAsked(undefined)
  }
  const add = <Button intent="primary" icon={<Plus />} text={t('new_notice')} onClick={() => setEdited('new')} />
  return (
    <>
      {answer.data?.total === 0 ? (
        <NonIdealState
          className="state-page"
          icon={<Notifications size={40} />}
          title={t('no_notices')}
          description={t('no_notices_text')}
          action={add}
        />
      ) : (
        <>
          <Toolbar>{add}</Toolbar>
          <StaffList
            answer={answer}
            columns={[
              { key: 'notice', label: t('notice') },
              { key: 'status', label: t('status'), width: widths.narrow },
              { key: 'shown', label: t('shown'), width: widths.wide },
              { key: 'last_editor', label: t('last_editor'), width: widths.narrow },
              { key: 'actions', label: t('actions'), width: widths.actions, isUnseen: true },
            ]}
            page={page}
            pageSize={PAGE_SIZE}
            onPage={setPage}
            renderRow={(one) => (
              <Row key={one.id} one={one} onEdit={() => setEdited(one)} onDelete={() => setAsked(one)} />
            )}
          />
        </>
      )}
      {edited && <NoticeDialog edited={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        open={asked !== undefined}
        text={t('delete_notice_question', { title: asked?.title_en ?? '' })}
        confirmText={t('delete')}
        onConfirm={() => remove()}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}

function Row({ one, onEdit, onDelete }: { one: StaffNotice; onEdit: () => void; onDelete: () => void }): ReactNode {
  const { t, i18n } = useTranslation('staff')
  const time = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { dateStyle: 'medium', timeStyle: 'short' })
  const [from, to] = [Date.parse(one.start_time), Date.parse(one.end_time)]
  const [now] = useState(Date.now)
  const state = now < from ? 'planned' : now < to ? 'open' : 'over'
  return (
    <tr>
      <td>
        <div className="ellipsis">{one.title_en}</div>
        <div className="muted ellipsis staff-detail">{one.title_zh_cn}</div>
      </td>
      <td>
        <Tag minimal round intent={state === 'open' ? 'success' : state === 'planned' ? 'primary' : 'none'}>
          {t(`notice_${state}`)}
        </Tag>
      </td>
      <td className="muted">
        <div>{time.format(from)} –</div>
        <div>{time.format(to)}</div>
      </td>
      <td className="muted ellipsis">{one.editor}</td>
      <td>
        <div className="table-actions">
          <IconButton icon={<Edit />} label={t('edit')} onClick={onEdit} />
          <IconButton icon={<Trash />} label={t('delete')} onClick={onDelete} />
        </div>
      </td>
    </tr>
  )
}
