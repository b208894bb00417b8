import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyView } from '#core/contract/api-key.ts'
import { keyLimits, type KeyScope, keyScopes } from '#core/domain/api-keys.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Field, TextLine } from '#src/ui/form/Field.tsx'
import { notify } from '#src/ui/toaster.ts'

interface Props {
  /** Undefined for a new one. */
  edited: ApiKeyView | undefined
  onClose: () => void
  onMade: (secret: string) => void
}

interface Bounds {
  readonly min: number
  readonly max: number
}

/** The number in a field; undefined if invalid. */
function numberIn(text: string, { min, max }: Bounds): number | undefined {
  const value = Number(text)
  return /^\d+$/.test(text.trim()) && value >= min && value <= max ? value : undefined
}

/** A key's permissions and limits. */
export function KeyDialog({ edited, onClose, onMade }: Props): ReactNode {
  const { t } = useTranslation('apikeys')
  const [name, setName] = useState(edited?.name ?? '')
  const [scopes, setScopes] = useState<readonly KeyScope[]>(edited?.scopes ?? keyScopes)
  const [rate, setRate] = useState(String(edited?.per_minute ?? keyLimits.perMinute.usual))
  const [cap, setCap] = useState(edited?.month_credits == null ? '' : String(edited.month_credits))
  const [isChecked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const per_minute = numberIn(rate, keyLimits.perMinute)
  const month_credits = cap.trim() === '' ? null : numberIn(cap, keyLimits.monthCredits)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setChecked(true)
    if (name.trim() === '' || scopes.length === 0 || per_minute === undefined || month_credits === undefined) return
    const input = { name, scopes: [...scopes], per_minute, month_credits }
    setBusy(true)
    try {
      if (edited) {
        await call('editApiKey', { id: edited.id, ...input })
        notify.success(t('saved'))
      } else onMade((await call('addApiKey', input)).secret)
      await refresh('listApiKeys')
      onClose()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={t(edited ? 'edit_key' : 'create')} transitionDuration={0} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogBody>
          <TextLine
            field="name"
            autoFocus
            label={t('name')}
            hint={t('name_hint')}
            fault={isChecked && name.trim() === '' ? t('name_missing') : undefined}
            maxLength={keyLimits.name}
            value={name}
            onValue={setName}
          />
          <Scopes scopes={scopes} isChecked={isChecked} onChange={setScopes} />
          <div className="form-columns">
            <TextLine
              field="per_minute"
              label={t('rate')}
              hint={t('rate_hint', keyLimits.perMinute)}
              fault={per_minute === undefined ? t('number_wrong', keyLimits.perMinute) : undefined}
              maxLength={5}
              value={rate}
              onValue={setRate}
            />
            <TextLine
              field="month_credits"
              label={t('cap')}
              hint={t('cap_hint')}
              fault={month_credits === undefined ? t('number_wrong', keyLimits.monthCredits) : undefined}
              maxLength={9}
              value={cap}
              onValue={setCap}
            />
          </div>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={onClose} />
              <Button type="submit" intent="primary" loading={busy} text={t(edited ? 'save' : 'create')} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}

interface ScopesProps {
  scopes: readonly KeyScope[]
  isChecked: boolean
  onChange: (scopes: readonly KeyScope[]) => void
}

function Scopes({ scopes, isChecked, onChange }: ScopesProps): ReactNode {
  const { t } = useTranslation('apikeys')
  return (
    <Field
      field="scopes"
      label={t('scopes')}
      fault={isChecked && scopes.length === 0 ? t('scopes_missing') : undefined}
    >
      {({ id }) => (
        <div id={id} role="group" aria-label={t('scopes')} className="apikeys-choices">
          {keyScopes.map((scope) => (
            <Checkbox
              key={scope}
              checked={scopes.includes(scope)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(keyScopes.filter((one) => (one === scope ? checked : scopes.includes(one))))
              }
            >
              {t(`scope_${scope}`)} <span className="muted">{t(`scope_${scope}_text`)}</span>
            </Checkbox>
          ))}
        </div>
      )}
    </Field>
  )
}
