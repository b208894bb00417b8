import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookView } from '#core/contract/webhook.ts'
import { type WebhookEvent, webhookEvents, webhookLimits } from '#core/domain/api-keys.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Field, TextLine } from '#src/ui/form/Field.tsx'
import { notify } from '#src/ui/toaster.ts'

/** Names of events. */
export const eventWords = {
  'chain.stopped': 'event_chain_stopped',
  'chain.ended': 'event_chain_ended',
  'task.succeeded': 'event_task_succeeded',
  'task.failed': 'event_task_failed',
} as const satisfies Record<WebhookEvent, string>

/** Undefined for a new address. */
export function WebhookDialog({
  edited,
  onClose,
}: {
  edited: WebhookView | undefined
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation('apikeys')
  const [url, setUrl] = useState(edited?.url ?? '')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(edited?.events ?? webhookEvents)
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const isAddress = URL.canParse(url.trim()) && /^https?:/i.test(url.trim())
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setChecked(true)
    if (!isAddress || events.length === 0) return
    setBusy(true)
    try {
      const input = { url: url.trim(), events: [...events] }
      if (edited) await call('editWebhook', { id: edited.id, ...input, is_active: edited.is_active })
      else await call('addWebhook', input)
      notify.success(t('saved'))
      await refresh('listWebhooks')
      onClose()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={t(edited ? 'edit_hook' : 'add_hook')} transitionDuration={0} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogBody>
          <TextLine
            field="url"
            autoFocus
            label={t('address')}
            hint={t('address_hint')}
            fault={isChecked && !isAddress ? t('address_missing') : undefined}
            maxLength={webhookLimits.url}
            value={url}
            onValue={setUrl}
          />
          <Field
            field="events"
            label={t('events')}
            fault={isChecked && events.length === 0 ? t('events_missing') : undefined}
          >
            {({ id }) => (
              <div id={id} role="group" aria-label={t('events')} className="apikeys-choices">
                {webhookEvents.map((event) => (
                  <Checkbox
                    key={event}
                    label={t(eventWords[event])}
                    checked={events.includes(event)}
                    onChange={({ currentTarget: { checked } }) =>
                      setEvents(webhookEvents.filter((one) => (one === event ? checked : events.includes(one))))
                    }
                  />
                ))}
              </div>
            )}
          </Field>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={onClose} />
              <Button type="submit" intent="primary" loading={busy} text={t(edited ? 'save' : 'add_hook')} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
