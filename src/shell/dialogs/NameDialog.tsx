import '#src/ui/form/form.css'
import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '#src/api/notify-failure.ts'

interface Props {
  title: string
  label: string
  /** The name that it has. */
  name?: string
  maxLength: number
  confirmText: string
  /** Stores the name; the dialog stays open where that fails. */
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of something. */
export function NameDialog({ title, label, name = '', maxLength, confirmText, onName, onClose }: Props): ReactNode {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get('name')).trim()
    if (!value) {
      setMissing(true)
      input.current?.focus()
      return
    }
    if (value === name) return onClose()
    setBusy(true)
    try {
      await onName(value)
      onClose()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={title} onClose={onClose} className="name-dialog">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <div className="form-field">
            <FormGroup
              intent={isMissing ? 'danger' : 'none'}
              helperText={
                <span id={id} role="alert">
                  {isMissing ? t('name_missing') : '\u00a0'}
                </span>
              }
            >
              <InputGroup
                name="name"
                autoFocus
                inputRef={input}
                intent={isMissing ? 'danger' : 'none'}
                aria-invalid={isMissing}
                aria-describedby={isMissing ? id : undefined}
                maxLength={maxLength}
                defaultValue={name}
                placeholder={label}
                aria-label={label}
                size="large"
                onValueChange={(value) => value.trim() !== '' && setMissing(false)}
                onFocus={(event) => event.currentTarget.select()}
              />
            </FormGroup>
          </div>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} onClick={onClose} disabled={busy} />
              <Button type="submit" intent="primary" loading={busy} text={confirmText} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
