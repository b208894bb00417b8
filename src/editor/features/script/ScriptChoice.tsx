import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguageCode } from '#core/domain/languages.ts'
import { type ApartPart, withTaken } from '#core/speech/script-take.ts'
import { WordTimes } from '#core/subtitle/formats/cue-words.ts'
import { patchTo } from '#core/subtitle/cue/patch.ts'
import { writeTime } from '#core/timing/time-notation.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { notify } from '#src/ui/toaster.ts'
import { cueRules } from '../transcribe/cue-rules.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import type { Aligned } from './script-task.ts'

interface Props {
  aligned: Aligned
  /** Called after either choice. */
  onDone: () => void
}

/** The result of the alignment, and a choice of unmatched parts that become lines. */
export function ScriptChoice({ aligned, onDone }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, media } = editor
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const { cues, notSpoken, notInScript, unplaced, wordsOf } = aligned
  const apply = (): void => {
    const language = isLanguageCode(media.language) ? media.language : 'en'
    const parts = [...notSpoken, ...notInScript].filter(({ id, text }) => taken.has(id) && text !== '')
    const { maxLineLength: lineLength, unspaced } = cueRules(editor, language)
    const lines = withTaken(cues, parts, { lineLength, unspaced }, session.newId)
    onDone()
    const words = wordsOf && new WordTimes(wordsOf(lines))
    session.edit('step_script', patchTo(session.list, lines), { focus: lines[0]?.id, words })
    notify.success(t('script_done', { count: lines.length }))
  }
  const parts = { taken, onTaken: setTaken }
  return (
    <>
      <DialogBody>
        <p>{t('script_found', { count: cues.length })}</p>
        {unplaced > 0 && <p>{t('script_unplaced', { count: unplaced })}</p>}
        <div className="script-apart">
          <Apart title={t('script_not_spoken')} none={t('script_all_spoken')} list={notSpoken} {...parts} />
          <Apart title={t('script_not_written')} none={t('script_all_written')} list={notInScript} {...parts} />
        </div>
        {session.list.length > 0 && <p className="muted">{t('script_replaces', { count: session.list.length })}</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('script_leave')} onClick={onDone} />
            <Button intent="primary" text={t('script_apply', { count: cues.length + taken.size })} onClick={apply} />
          </>
        }
      />
    </>
  )
}

interface ApartProps {
  title: string
  none: string
  list: readonly ApartPart[]
  taken: ReadonlySet<string>
  onTaken: (taken: ReadonlySet<string>) => void
}

/** Parts of one side, each of which the user takes or leaves. */
function Apart({ title, none, list, taken, onTaken }: ApartProps): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  const own = list.filter(({ text }) => text !== '')
  const chosen = own.filter(({ id }) => taken.has(id)).length
  const set = (ids: readonly string[], isOn: boolean): void => {
    const next = new Set(taken)
    for (const id of ids) {
      if (isOn) next.add(id)
      else next.delete(id)
    }
    onTaken(next)
  }
  return (
    <fieldset className="script-part">
      <legend>
        {title} ({list.length})
      </legend>
      {list.length === 0 && <p className="muted">{none}</p>}
      {own.length > 1 && (
        <Checkbox
          className="script-all"
          label={t('script_take_all')}
          checked={chosen === own.length}
          indeterminate={chosen > 0 && chosen < own.length}
          onChange={({ currentTarget: { checked } }) =>
            set(
              own.map(({ id }) => id),
              checked,
            )
          }
        />
      )}
      <ul>
        {list.map(({ id, start, text }) => (
          <li key={id}>
            <Checkbox
              checked={taken.has(id)}
              disabled={text === ''}
              onChange={({ currentTarget: { checked } }) => set([id], checked)}
            >
              <span className="muted">{writeTime(start, notation)}</span>{' '}
              <span dir="auto">{text === '' ? t('script_unheard') : text}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
