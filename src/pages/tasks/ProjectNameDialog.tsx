import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from '@blueprintjs/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { projectLimits } from '#core/domain/limits.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'

interface Props {
  title: string
  /** The name that it has; empty for a new one. */
  name: string
  confirmText: string
  /** Stores the name; the dialog stays open where that fails. */
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a project. */
export function ProjectNameDialog({ title, name, confirmText, onName, onClose }: Props): ReactNode {
  const { t } = useTranslation('taskpages')
  const [value, setValue] = useState(name)
  const [busy, setBusy] = useState(false)
  const wanted = value.trim()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (wanted === '') return
    if (wanted === name) return onClose()
    setBusy(true)
    try {
      await onName(wanted)
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
            autoFocus
            size="large"
            maxLength={projectLimits.nameLength}
            placeholder={t('project_name')}
            aria-label={t('project_name')}
            value={value}
            onValueChange={setValue}
            onFocus={(event) => event.currentTarget.select()}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={onClose} disabled={busy} />
              <Button type="submit" intent="primary" loading={busy} disabled={wanted === ''} text={confirmText} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
