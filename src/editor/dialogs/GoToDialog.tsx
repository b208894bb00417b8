import './GoToDialog.css'
import { Button, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTime, writeScreenTime, writeTime } from '#core/timing/time-notation.ts'
import type { Editor } from '../editor.ts'
import { useEditor } from '../use-editor.ts'
import { lineAtOrBefore } from '../timeline/visible.ts'
import { EditorDialog } from './EditorDialog.tsx'

/** To a line by its number, or to a time. */
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
    if (!goTo(editor, text)) return setFaulty(true)
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
          <InputGroup
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

/** A time to show how one is written. */
const EXAMPLE_MS = 750_520

/** False where the text names no place of this version. */
function goTo(editor: Editor, text: string): boolean {
  const { session, playhead, times } = editor
  if (/^\s*\d+\s*$/.test(text)) {
    const cue = session.list.at(Number(text) - 1)
    if (cue) editor.goTo(cue.id)
    return cue !== undefined
  }
  const ms = readTime(text, times.notation())
  if (typeof ms !== 'number' || ms < 0) return false
  const line = lineAtOrBefore(session.list, ms)
  // The line first: where it is far before that time, the time is what is shown.
  if (line) session.focus(line.id)
  playhead.seek(ms)
  return true
}
