import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookView } from '#core/contract/webhook.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Switch } from '#src/ui/Checkbox.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { copyText } from '#src/ui/copy.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Duplicate, Edit, EyeOff, EyeOpen, Globe, Plus, SendMessage, Trash } from '#src/ui/icons.ts'
import { notify } from '#src/ui/toaster.ts'
import { Deliveries } from './Deliveries.tsx'
import { eventWords, WebhookDialog } from './WebhookDialog.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** Addresses notified about tasks, with their deliveries. */
export function WebhooksTab(): ReactNode {
  const { t } = useTranslation('apikeys')
  const { data, error, isValidating, mutate } = useCall('listWebhooks', {})
  const [edited, setEdited] = useState<WebhookView | 'new'>()
  const [asked, setAsked] = useState<WebhookView>()
  const remove = async (): Promise<void> => {
    try {
      await call('deleteWebhook', { id: asked?.id ?? '' })
      notify.success(t('common:deleted'))
      await refresh('listWebhooks', 'listDeliveries')
    } catch (error) {
      notifyFailure(error)
    }
    setAsked(undefined)
  }
  if (!data && error) {
    const text = error.isOffline ? t('common:offline') : error.message
    return <Failing title={t('hooks_failed')} text={text} busy={isValidating} onRetry={() => void mutate()} />
  }
  return (
    <section>
      {data?.list.length === 0 ? (
        <NonIdealState
          className="state-page"
          icon={<Globe size={40} />}
          title={t('no_hooks')}
          description={t('no_hooks_text')}
          action={<Button intent="primary" icon={<Plus />} text={t('add_hook')} onClick={() => setEdited('new')} />}
        />
      ) : (
        <>
          <div className="apikeys-bar">
            <p className="muted">{t('hooks_text')}</p>
            <Button intent="primary" icon={<Plus />} text={t('add_hook')} onClick={() => setEdited('new')} />
          </div>
          <ul className="apikeys-hooks">
            {data?.list.map((hook) => (
              <Hook key={hook.id} hook={hook} onEdit={() => setEdited(hook)} onDelete={() => setAsked(hook)} />
            ))}
          </ul>
          <Deliveries />
        </>
      )}
      {edited && <WebhookDialog edited={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        open={asked !== undefined}
        text={t('delete_hook_question', { url: asked?.url ?? '' })}
        confirmText={t('delete')}
        onConfirm={() => remove()}
        onClose={() => setAsked(undefined)}
      />
    </section>
  )
}

function Hook({ hook, onEdit, onDelete }: { hook: WebhookView; onEdit: () => void; onDelete: () => void }): ReactNode {
  const { t } = useTranslation('apikeys')
  const [isShown, setShown] = useState(false)
  const { id, url, events, is_active, secret } = hook
  const act = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    try {
      await work()
      notify.success(said)
      await refresh('listWebhooks', 'listDeliveries')
    } catch (error) {
      notifyFailure(error)
    }
  }
  const copy = async (): Promise<void> => {
    if (await copyText(secret)) notify.success(t('common:copied'))
  }
  return (
    <li>
      <div className="apikeys-hook">
        <strong className="ellipsis" data-tip={url} data-tip-cut="">
          {url}
        </strong>
        <span className="muted">{events.map((event) => t(eventWords[event])).join(' · ')}</span>
        <span className="apikeys-key">
          <span className="muted">{t('signing_secret')}</span>
          <code>{isShown ? secret : '•'.repeat(12)}</code>
          <IconButton
            size="small"
            icon={isShown ? <EyeOff /> : <EyeOpen />}
            label={t(isShown ? 'hide_secret' : 'show_secret')}
            onClick={() => setShown(!isShown)}
          />
          <IconButton size="small" icon={<Duplicate />} label={t('copy')} onClick={() => void copy()} />
        </span>
      </div>
      <Switch
        checked={is_active}
        label={t(is_active ? 'active' : 'paused')}
        onChange={() => void act(() => call('editWebhook', { id, url, events, is_active: !is_active }), t('saved'))}
      />
      <Button
        icon={<SendMessage />}
        text={t('send_test')}
        disabled={!is_active}
        onClick={() => void act(() => call('testWebhook', { id }), t('test_sent'))}
      />
      <IconButton icon={<Edit />} label={t('edit')} onClick={onEdit} />
      <IconButton icon={<Trash />} label={t('delete')} onClick={onDelete} />
    </li>
  )
}
