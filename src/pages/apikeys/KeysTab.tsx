import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyView } from '#core/contract/api-key.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { copyText } from '#src/ui/copy.ts'
import { formatAgo } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Duplicate, Edit, Key, Plus, Trash } from '#src/ui/icons.ts'
import { Table } from '#src/ui/Table.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { notify } from '#src/ui/toaster.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** An account's keys: permissions, spending, last use. */
export function KeysTab({ keys }: { keys: readonly ApiKeyView[] | undefined }): ReactNode {
  const { t } = useTranslation('apikeys')
  const [edited, setEdited] = useState<ApiKeyView | 'new'>()
  const [secret, setSecret] = useState('')
  const [asked, setAsked] = useState<ApiKeyView>()
  const remove = async (): Promise<void> => {
    try {
      await call('deleteApiKey', { id: asked?.id ?? '' })
      notify.success(t('common:deleted'))
      await refresh('listApiKeys')
    } catch (error) {
      notifyFailure(error)
    }
    setAsked(undefined)
  }
  return (
    <section>
      {keys?.length === 0 ? (
        <NonIdealState
          className="state-page"
          icon={<Key size={40} />}
          title={t('none')}
          description={t('none_text')}
          action={<Button intent="primary" icon={<Plus />} text={t('create')} onClick={() => setEdited('new')} />}
        />
      ) : (
        <>
          <div className="apikeys-bar">
            <Button intent="primary" icon={<Plus />} text={t('create')} onClick={() => setEdited('new')} />
          </div>
          <KeyTable keys={keys} onEdit={setEdited} onDelete={setAsked} />
        </>
      )}
      {edited && (
        <KeyDialog
          edited={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onMade={setSecret}
        />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret('')} />}
      <ConfirmDialog
        open={asked !== undefined}
        text={t('delete_question', { name: asked?.name ?? '' })}
        confirmText={t('delete')}
        onConfirm={() => remove()}
        onClose={() => setAsked(undefined)}
      />
    </section>
  )
}

interface TableProps {
  keys: readonly ApiKeyView[] | undefined
  onEdit: (key: ApiKeyView) => void
  onDelete: (key: ApiKeyView) => void
}

function KeyTable({ keys, onEdit, onDelete }: TableProps): ReactNode {
  const { t } = useTranslation('apikeys')
  return (
    <Table
      layout="auto"
      className="apikeys-table"
      isLoading={!keys}
      columns={[
        { key: 'name', label: t('column_name') },
        { key: 'key', label: t('column_key') },
        { key: 'scopes', label: t('column_scopes') },
        { key: 'rate', label: t('column_rate'), isNumber: true },
        { key: 'spent', label: t('column_spent'), isNumber: true },
        { key: 'used', label: t('column_used') },
        { key: 'actions', label: t('column_actions'), isUnseen: true },
      ]}
    >
      {keys?.map((key) => (
        <KeyRow key={key.id} value={key} onEdit={() => onEdit(key)} onDelete={() => onDelete(key)} />
      ))}
    </Table>
  )
}

function KeyRow({
  value,
  onEdit,
  onDelete,
}: {
  value: ApiKeyView
  onEdit: () => void
  onDelete: () => void
}): ReactNode {
  const { t, i18n } = useTranslation('apikeys')
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  const { name, key, scopes, per_minute, month_credits, month_spent, used_at } = value
  const spent = number.format(month_spent)
  const copy = async (): Promise<void> => {
    if (await copyText(key)) notify.success(t('common:copied'))
  }
  return (
    <tr>
      <td className="ellipsis" data-tip={name} data-tip-cut="">
        {name}
      </td>
      <td>
        <span className="apikeys-key">
          <code>{key}</code>
          <IconButton size="small" icon={<Duplicate />} label={t('copy')} onClick={() => void copy()} />
        </span>
      </td>
      <td>
        <span className="apikeys-tags">
          {scopes.map((scope) => (
            <Tag key={scope} minimal round>
              {t(`scope_${scope}`)}
            </Tag>
          ))}
        </span>
      </td>
      <td className="number">{number.format(per_minute)}</td>
      <td className="number">
        {month_credits === null ? t('spent', { spent }) : t('spent_of', { spent, cap: number.format(month_credits) })}
        {month_credits !== null && (
          <progress className="apikeys-spent" value={month_spent} max={Math.max(1, month_credits)} aria-hidden />
        )}
      </td>
      <td className="muted">{used_at ? formatAgo(used_at) : t('never_used')}</td>
      <td>
        <div className="table-actions">
          <IconButton icon={<Edit />} label={t('edit')} onClick={onEdit} />
          <IconButton icon={<Trash />} label={t('delete')} onClick={onDelete} />
        </div>
      </td>
    </tr>
  )
}
