import { type FocusEventHandler, type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTable } from '#core/contract/errors.ts'
import { CallFailed } from '#src/api/call.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { UnsavedGuard } from '#src/ui/form/UnsavedGuard.tsx'

const ALREADY = errorTable.notice.code

interface Props {
  /** Whether leaving would lose input. */
  isChanged: boolean
  /** False if invalid; called before sending. */
  check: (form: HTMLElement) => boolean
  /** Sends the form with the hidden field. */
  send: (website: string) => Promise<unknown>
  onSent: () => void
  onBlur: FocusEventHandler<HTMLElement>
  children: ReactNode
}

/** A form page: faults at the fields, the server's message above the button. */
export function PublicForm({ isChanged, check, send, onSent, onBlur, children }: Props): ReactNode {
  const { t } = useTranslation('forms')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (busy || !check(event.currentTarget)) return
    const website = new FormData(event.currentTarget).get('website')
    setBusy(true)
    setFailure('')
    try {
      await send(typeof website === 'string' ? website : '')
      onSent()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      // Already stored: the first answer was lost.
      if (error.code === ALREADY) {
        onSent()
        return
      }
      setFailure(error.isOffline ? t('common:offline') : error.message)
      setBusy(false)
    }
  }
  return (
    <form noValidate className="partner-form" onSubmit={(event) => void submit(event)} onBlur={onBlur}>
      {children}
      <input name="website" className="form-trap" tabIndex={-1} autoComplete="off" aria-hidden defaultValue="" />
      {failure && (
        <Callout intent="danger" compact role="alert">
          {failure}
        </Callout>
      )}
      <UnsavedGuard when={isChanged && !busy} />
      <Button type="submit" intent="primary" size="large" loading={busy} text={t('send')} />
    </form>
  )
}
