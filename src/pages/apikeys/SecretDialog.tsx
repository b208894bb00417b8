import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { copyText } from '#src/ui/copy.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Duplicate } from '#src/ui/icons.ts'
import { notify } from '#src/ui/toaster.ts'

/** A new key's secret, shown once. Clicks outside do not close it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation('apikeys')
  const copy = async (): Promise<void> => {
    if (await copyText(secret)) notify.success(t('common:copied'))
    else notify.info(t('common:copy_by_hand', { text: secret }))
  }
  return (
    <Dialog
      isOpen
      title={t('created')}
      transitionDuration={0}
      canOutsideClickClose={false}
      isCloseButtonShown={false}
      onClose={onClose}
    >
      <DialogBody>
        <p>{t('created_text')}</p>
        <code className="apikeys-secret">{secret}</code>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button icon={<Duplicate />} autoFocus text={t('copy')} onClick={() => void copy()} />
            <Button intent="primary" text={t('stored')} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  )
}
