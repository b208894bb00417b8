import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'

interface Props {
  title: string
  confirmText: string
  children: ReactNode
  disabled?: boolean
  /** Submits; the dialog stays open on failure. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** A dialog with fields and one submit button. */
export function FormDialog({ title, confirmText, children, disabled, onConfirm, onClose }: Props): ReactNode {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={title} onClose={onClose} className="form-dialog">
      <form ref={focusFirst} onSubmit={(event) => void submit(event)}>
        <DialogBody>{children}</DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} onClick={onClose} disabled={busy} />
              <Button type="submit" intent="primary" loading={busy} disabled={disabled} text={confirmText} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}

/** Focuses the first field, or the checked radio button: Enter there submits. */
function focusFirst(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled), [role=combobox]')
  const isRadio = first instanceof HTMLInputElement && first.type === 'radio'
  const chosen = isRadio ? form?.querySelector<HTMLElement>('input[type=radio]:checked') : undefined
  const field = chosen ?? first
  field?.focus()
}
