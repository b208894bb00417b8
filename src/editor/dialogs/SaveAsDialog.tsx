import './SaveAsDialog.css'
import { Button, Callout, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeSubtitle } from '#core/subtitle/file.ts'
import { type Format, formats } from '#core/subtitle/format.ts'
import { saveText } from '#src/ui/save-text.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { useEditor } from '../use-editor.ts'
import { EditorDialog } from './EditorDialog.tsx'

/** Saves the open version as a file of any format, with what that format can not hold. */
export function SaveAsDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="export_subtitle" title={t('save_as_title')}>
      <SaveAsForm />
    </EditorDialog>
  )
}

function SaveAsForm(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, media, roles } = editor
  const [format, setFormat] = useState<Format>('srt')
  const written = useMemo(() => {
    const names = new Map(roles.map((role) => [role.folder_role_id, role.role_name]))
    const speakers = new Map<string, string>()
    for (const cue of session.list) {
      const name = cue.roles.map((id) => names.get(id)).find(Boolean)
      if (name) speakers.set(cue.id, name)
    }
    return writeSubtitle(session.list.cues, format, { speakers, language: media.language.replace('_', '-') })
  }, [session, media, roles, format])
  const save = (): void => {
    saveText(`${media.name.replace(/\.[a-z0-9]{2,4}$/i, '')}.${media.language}.${format}`, written.text)
    editor.dialogs.close()
  }
  return (
    <>
      <DialogBody>
        <SelectField
          id="save-as-format"
          label={t('save_as_format')}
          value={format}
          onChange={setFormat}
          options={formats.map((value) => ({ value, label: t(`format_${value}`) }))}
        />
        {written.losses.length > 0 && (
          <Callout intent="warning" compact>
            {t('save_as_drops')}
            <ul className="losses">
              {written.losses.map(({ kind, count, first }) => (
                <li key={kind}>
                  {t('subtitles:loss_summary', { what: t(`subtitles:loss_${kind}`), count, first: first + 1 })}
                </li>
              ))}
            </ul>
          </Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={() => editor.dialogs.close()} />
            <Button intent="primary" text={t('export_save')} onClick={save} />
          </>
        }
      />
    </>
  )
}
