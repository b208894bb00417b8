import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { HearingFault, HearingWork } from './HearingWork.tsx'
import type { ModelBytes } from './transcriber.ts'
import type { TranscribeStage } from './use-transcribing.ts'

interface Props {
  stage: TranscribeStage
  /** What is asked before the work; gets the sizes of the models in bytes. */
  renderQuestion: (models: ModelBytes) => ReactNode
  /** The text of the button that begins. */
  beginText: string
  isReady?: boolean
  /** Whether the result is being written: too late to cancel. */
  isWriting?: boolean
  onBegin: () => void
  /** Stops the work, or asks again after a failure. */
  onAgain: () => void
  onClose: () => void
}

/** A dialog's form around recognition in the browser: the question, progress, and what ended it. */
export function HearingForm(props: Props): ReactNode {
  const { stage, renderQuestion, beginText, isReady = true, isWriting = false, onBegin, onAgain, onClose } = props
  const { t } = useTranslation('editor')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (stage.at === 'asking' && isReady) onBegin()
      }}
    >
      <DialogBody>
        {stage.at === 'looking' && <Spinner size={20} />}
        {stage.at === 'asking' && renderQuestion(stage.models)}
        {stage.at === 'working' && <HearingWork stage={stage} />}
        {stage.at === 'silent' && (
          <Callout intent="warning" role="alert">
            {t('transcribe_silent')}
          </Callout>
        )}
        {stage.at === 'failed' && <HearingFault error={stage.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {stage.at === 'working' ? (
              <Button autoFocus text={t('common:cancel')} disabled={isWriting} onClick={onAgain} />
            ) : (
              <Button text={t('common:close')} onClick={onClose} />
            )}
            {stage.at === 'asking' && (
              <Button type="submit" intent="primary" autoFocus disabled={!isReady} text={beginText} />
            )}
            {(stage.at === 'failed' || stage.at === 'silent') && (
              <Button intent="primary" autoFocus text={t('common:retry')} onClick={onAgain} />
            )}
          </>
        }
      />
    </form>
  )
}
