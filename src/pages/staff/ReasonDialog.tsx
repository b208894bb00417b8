import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REASON_LENGTH } from '#core/domain/staff.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { TextLine } from '#src/ui/form/Field.tsx'
import { notify } from '#src/ui/toaster.ts'

interface Props {
  title: string
  /** Whether other required input is there. */
  isFine?: boolean
  isHarmful?: boolean
  /** Runs the act with a reason; returns the success message. */
  onDo: (reason: string) => Promise<string>
  onClose: () => void
  children?: ReactNode
}

/** Every act of staff on another user has an audited reason. */
export function ReasonDialog({ title, isFine = true, isHarmful = false, onDo, onClose, children }: Props): ReactNode {
  const { t } = useTranslation('staff')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const canDo = isFine && reason.trim() !== ''
  const work = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!canDo) return
    setBusy(true)
    try {
      notify.success(await onDo(reason))
      onClose()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={title} transitionDuration={0} onClose={onClose}>
      <form noValidate onSubmit={(event) => void work(event)}>
        <DialogBody>
          {children}
          <TextLine
            field="reason"
            autoFocus={!children}
            label={t('reason')}
            hint={t('reason_hint')}
            maxLength={REASON_LENGTH}
            value={reason}
            onValue={setReason}
          />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={onClose} />
              <Button
                type="submit"
                intent={isHarmful ? 'danger' : 'primary'}
                disabled={!canDo}
                loading={busy}
                text={t('do_it')}
              />
            </>
          }
        />
      </form>
    </Dialog>
  )
}
