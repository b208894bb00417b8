import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { Record } from '#src/ui/icons.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { useEditor } from '../../context/use-editor.ts'
import { toggleRecording } from './recording.ts'
import { recorderOf } from './recorder.ts'

/** Shows that steps are being recorded, with a button to stop; otherwise nothing. */
export function RecordingMark(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const recorder = recorderOf(editor)
  const steps = useSyncExternalStore(recorder.subscribe, recorder.steps)
  if (!steps) return null
  return (
    <Button
      variant="minimal"
      intent="danger"
      icon={<Record />}
      text={t('recording', { count: steps.length })}
      data-tip={t('recording_end')}
      data-tip-key={keyName('macro_record') || undefined}
      onClick={() => toggleRecording(editor)}
    />
  )
}
