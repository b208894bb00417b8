import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { type FormEvent, type ReactNode, useState } from 'react'
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
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get('name')).trim()
    if (!value) return
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
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <InputGroup
            name="name"
            autoFocus
            required
            maxLength={maxLength}
            defaultValue={name}
            placeholder={label}
            aria-label={label}
            size="large"
            onFocus={(event) => event.currentTarget.select()}
          />
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
