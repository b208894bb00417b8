import './GoToDialog.css'
import { Button, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimecode, parseTimecode } from '#core/subtitle/timecode.ts'
import type { Editor } from '../editor.ts'
import { useEditor } from '../use-editor.ts'
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
          helperText={isFaulty ? t('go_to_fault', { count: lines }) : t('go_to_hint')}
        >
          <InputGroup
            id="go-to"
            autoFocus
            autoComplete="off"
            intent={isFaulty ? 'danger' : 'none'}
            placeholder={formatTimecode(editor.playhead.ms)}
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

/** False where the text names no place of this version. */
function goTo(editor: Editor, text: string): boolean {
  const { session, playhead } = editor
  if (/^\s*\d+\s*$/.test(text)) {
    const cue = session.list.at(Number(text) - 1)
    if (cue) editor.goTo(cue.id)
    return cue !== undefined
  }
  const ms = parseTimecode(text)
  if (ms === undefined || ms < 0) return false
  playhead.seek(ms)
  const line = lineAt(editor, ms)
  if (line !== undefined) session.focus(line)
  return true
}

/** The line at a time, or the last one before it. */
function lineAt({ session: { list } }: Editor, ms: number): string | undefined {
  return list.cues.findLast(({ start }) => start <= ms)?.id ?? list.at(0)?.id
}
