import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperationEntry } from '#core/contract/operation.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { formatList } from '#src/ui/format.ts'
import { Undo } from '#src/ui/icons.ts'
import { useMoment } from '#src/ui/moment.ts'
import { useFullVersionName } from '#src/tasks/version-name.ts'
import { notify } from '#src/ui/toaster.ts'
import { undo } from './use-operation.ts'

/** A folder's newest operations, each with undo. */
export function OperationHistory({ folderId }: { folderId: string }): ReactNode {
  const { t } = useTranslation('review')
  const { data } = useCall('listOperations', { folder_id: folderId })
  if (!data || data.list.length === 0) return null
  return (
    <section className="operation-history">
      <h3>{t('history')}</h3>
      <ul>
        {data.list.slice(0, 5).map((entry) => (
          <Entry key={entry.operation_id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry }: { entry: OperationEntry }): ReactNode {
  const { t } = useTranslation('review')
  const moment = useMoment()
  const fullName = useFullVersionName()
  const [busy, setBusy] = useState(false)
  const [edited, setEdited] = useState<readonly string[]>([])
  const { operation_id, kind, person, changed, versions, create_time, undo_time } = entry
  const takeBack = async (skipEdited: boolean): Promise<void> => {
    setBusy(true)
    try {
      const meanwhile = await undo(operation_id, skipEdited)
      setEdited(meanwhile.map(fullName))
      if (meanwhile.length === 0) notify.success(t('undone'))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <span className="ellipsis">
        {t(`kind_${kind}`)} ·{' '}
        {t('changed_in', {
          lines: t('lines', { count: changed }),
          versions: t('pro:versions', { count: versions }),
        })}
      </span>
      <span className="muted operation-by">
        <span className="ellipsis">{person}</span>
        <span>{moment(create_time)}</span>
      </span>
      {undo_time === '' ? (
        <Button
          size="small"
          icon={<Undo />}
          loading={busy}
          text={t('common:undo')}
          onClick={() => void takeBack(false)}
        />
      ) : (
        <span className="muted">{t('undone')}</span>
      )}
      <ConfirmDialog
        open={edited.length > 0}
        intent="warning"
        text={t('undo_edited', { count: edited.length, names: formatList(edited.slice(0, 5)) })}
        confirmText={t('undo_others')}
        onConfirm={() => takeBack(true)}
        onClose={() => setEdited([])}
      />
    </li>
  )
}
