import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { useLimitNote } from '#src/ui/form/Field.tsx'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { TextInput } from '#src/ui/TextInput.ts'

interface Props {
  title: string
  label: string
  /** The current name. */
  name?: string
  maxLength: number
  confirmText: string
  /** Stores the name; the dialog stays open on failure. */
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for a name. */
export function NameDialog({ title, label, name = '', maxLength, confirmText, onName, onClose }: Props): ReactNode {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [value, setValue] = useState(name)
  const [isChecked, setChecked] = useState(false)
  const fault = useFault(value, maxLength, isChecked)
  const note = useLimitNote({ value, maxLength, hint: undefined })
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setChecked(true)
    const given = value.trim()
    if (given === '' || given.length > maxLength) return input.current?.focus()
    if (given === name) return onClose()
    setBusy(true)
    try {
      await onName(given)
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
              intent={fault ? 'danger' : 'none'}
              helperText={
                <span id={id} role="alert">
                  {fault ?? note ?? '\u00a0'}
                </span>
              }
            >
              <TextInput
                name="name"
                autoFocus
                inputRef={input}
                intent={fault ? 'danger' : 'none'}
                aria-invalid={fault !== undefined}
                aria-describedby={id}
                maxLength={maxLength}
                value={value}
                placeholder={label}
                aria-label={label}
                size="large"
                onValueChange={setValue}
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

/** Faults of a name: too long is shown at once, empty on submission. */
function useFault(value: string, maxLength: number, isChecked: boolean): string | undefined {
  const { t } = useTranslation()
  if (value.trim().length > maxLength) return t('at_most', { n: maxLength })
  return isChecked && value.trim() === '' ? t('name_missing') : undefined
}
