import './GoToDialog.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeScreenTime, writeTime } from '#core/timing/time-notation.ts'
import { readPlace } from '#core/timing/typed-command.ts'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { useEditor } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'

/** Goes to a line by number, or to a time. */
export function GoToDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="go_to" title={t('go_to_title')} className="go-to-dialog">
      <GoToForm />
    </EditorDialog>
  )
}

function GoToForm(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { playhead, times } = editor
  const [text, setText] = useState('')
  const [isFaulty, setFaulty] = useState(false)
  const lines = editor.session.list.length
  const go = (): void => {
    const place = readPlace(text, times.notation())
    if (!place || !editor.goToPlace(place)) return setFaulty(true)
    editor.dialogs.close()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <DialogBody>
        <FormGroup
          label={t('go_to_place')}
          labelFor="go-to"
          intent={isFaulty ? 'danger' : 'none'}
          helperText={
            isFaulty
              ? t('go_to_fault', { count: lines })
              : t('go_to_hint', { time: writeTime(EXAMPLE_MS, times.notation()) })
          }
        >
          <TextInput
            id="go-to"
            autoFocus
            autoComplete="off"
            intent={isFaulty ? 'danger' : 'none'}
            placeholder={writeScreenTime(playhead.ms, playhead.frameNumber, times.notation())}
            value={text}
            onValueChange={(value) => {
              setText(value)
              setFaulty(false)
            }}
          />
        </FormGroup>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={() => editor.dialogs.close()} />
            <Button type="submit" intent="primary" disabled={text.trim() === ''} text={t('go_to_apply')} />
          </>
        }
      />
    </form>
  )
}

/** An example of the notation. */
const EXAMPLE_MS = 750_520
