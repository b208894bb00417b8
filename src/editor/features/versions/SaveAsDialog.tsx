import './SaveAsDialog.css'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { fileBytes, type WriteOptions, type Written } from '#core/subtitle/formats/file.ts'
import { fileEnding, type Format, formats, takesByteOrderMark } from '#core/subtitle/formats/format.ts'
import { type ImportedFile, writeVersion } from '#core/subtitle/formats/imported-file.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { stored } from '#src/ui/stored.ts'
import { saveBytes, saveText, type TextFile } from '#src/ui/save-text.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { Editor } from '../../context/editor.ts'
import { useEditor } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import { styleOf } from '../style/version-style.ts'

/** Formats that can have word times in their text. */
const withWords: readonly Format[] = ['vtt', 'ass', 'ssa']

const lineEnds = ['lf', 'crlf'] as const

/** The last choice, since deliveries usually repeat. */
const fileSetting = stored<{ lineEnds: (typeof lineEnds)[number]; hasMark: boolean }>(
  'cuelane-text-file',
  z.object({ lineEnds: z.enum(lineEnds), hasMark: z.boolean() }),
  {
    lineEnds: 'lf',
    hasMark: false,
  },
)

/** Saves the open version as a file of any format, and lists what the format can't hold. */
export function SaveAsDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="export_subtitle" title={t('save_as_title')}>
      <Origin />
    </EditorDialog>
  )
}

/** Waits for the imported file, whose extras are saved with the lines. */
function Origin(): ReactNode {
  const { t } = useTranslation('editor')
  const { file } = useEditor().opened
  const [imported, setImported] = useState<ImportedFile | 'missing' | undefined>(file ? undefined : 'missing')
  useEffect(() => {
    let isOver = false
    const take = (found: ImportedFile | 'missing'): void => {
      if (!isOver) setImported(found)
    }
    file?.read().then(take, () => take('missing'))
    return () => {
      isOver = true
    }
  }, [file])
  if (imported === undefined) {
    return (
      <DialogBody>
        <Spinner size={20} />
      </DialogBody>
    )
  }
  if (imported !== 'missing') return <SaveAsForm imported={imported} />
  return (
    <>
      {file && (
        <Callout intent="warning" compact className="save-as-missing">
          {t('save_as_no_file')}
        </Callout>
      )}
      <SaveAsForm imported={undefined} />
    </>
  )
}

function SaveAsForm({ imported }: { imported: ImportedFile | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { media } = editor
  const [format, setFormat] = useState<Format>(imported?.format ?? 'srt')
  const [chosen, setChosen] = useState(fileSetting.get())
  const [isAsFile, setAsFile] = useState(true)
  const content = useContent(format, imported)
  const { written } = content
  const isBinary = format === 'stl'
  const takesMark = takesByteOrderMark(format)
  const keepsFile = isAsFile && format === imported?.format
  const save = (): void => {
    const file: TextFile = keepsFile ? { lineEnds: 'kept' } : chosen
    const name = `${media.name.replace(/\.[a-z0-9]{2,4}$/i, '')}.${media.language}.${fileEnding(format)}`
    if (isBinary) saveBytes(name, fileBytes(written.text, format))
    else saveText(name, written.text, takesMark ? file : { ...file, hasMark: false })
    if (!keepsFile && !isBinary) fileSetting.set(chosen)
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
        {!isBinary && (
          <SelectField
            id="save-as-line-ends"
            label={t('save_as_line_ends')}
            value={keepsFile ? 'file' : chosen.lineEnds}
            onChange={(next) => {
              setAsFile(next === 'file')
              if (next !== 'file') setChosen({ ...chosen, lineEnds: next })
            }}
            options={[...(format === imported?.format ? (['file'] as const) : []), ...lineEnds].map((value) => ({
              value,
              label: t(`line_ends_${value}`),
            }))}
          />
        )}
        {!keepsFile && takesMark && (
          <Checkbox
            label={t('save_as_mark')}
            checked={chosen.hasMark}
            onChange={(event) => setChosen({ ...chosen, hasMark: event.currentTarget.checked })}
          />
        )}
        <ContentFields format={format} content={content} />
        <Losses losses={written.losses} />
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

/** Optional content of the file beside lines and times. */
function useContent(format: Format, imported: ImportedFile | undefined) {
  const editor = useEditor()
  const canHaveWords = !editor.session.words.isEmpty && withWords.includes(format)
  const [hasWords, setWords] = useState<boolean>()
  // A file with word times keeps them by default; as karaoke it would look different.
  const saysWords = canHaveWords && (hasWords ?? format === 'vtt')
  // A file's styles are already in it; the version's style is only in the picture.
  const canBeDrawn = format === 'ass' && !styleOf(editor).fileStyles
  const [isDrawn, setDrawn] = useState(false)
  const asDrawn = canBeDrawn && isDrawn
  const written = useMemo(
    () => (asDrawn ? drawn(editor) : write(editor, format, imported, saysWords)),
    [editor, format, imported, saysWords, asDrawn],
  )
  return { written, canHaveWords: canHaveWords && !asDrawn, saysWords, setWords, canBeDrawn, isDrawn, setDrawn }
}

function ContentFields({ format, content }: { format: Format; content: ReturnType<typeof useContent> }): ReactNode {
  const { t } = useTranslation('editor')
  const { canHaveWords, saysWords, setWords, canBeDrawn, isDrawn, setDrawn } = content
  return (
    <>
      {canBeDrawn && (
        <Checkbox
          label={t('save_as_drawn')}
          checked={isDrawn}
          onChange={(event) => setDrawn(event.currentTarget.checked)}
        />
      )}
      {canHaveWords && (
        <Checkbox
          label={t(format === 'vtt' ? 'save_as_words' : 'save_as_karaoke')}
          checked={saysWords}
          onChange={(event) => setWords(event.currentTarget.checked)}
        />
      )}
    </>
  )
}

function Losses({ losses }: Pick<Written, 'losses'>): ReactNode {
  const { t } = useTranslation('editor')
  if (losses.length === 0) return null
  return (
    <Callout intent="warning" compact>
      {t('save_as_drops')}
      <ul className="losses">
        {losses.map(({ kind, count, first }) => (
          <li key={kind}>
            {t('subtitles:loss_summary', { what: t(`subtitles:loss_${kind}`), count, first: first + 1 })}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** The open version as a file; in the imported format with all of that file's extras. */
function write(
  { session, media, roles }: Editor,
  format: Format,
  imported: ImportedFile | undefined,
  saysWords: boolean,
): Written {
  const { cues } = session.list
  const options: WriteOptions = {
    speakers: speakersOf({ session, roles }),
    language: media.language.replace('_', '-'),
    rate: media.rate,
    ...((saysWords || format === 'words') && { words: (cue) => session.wordsOf(cue) }),
  }
  return writeVersion(cues, imported, format, options)
}

/** The open version as the player draws and burns it, with the look of the active word. */
function drawn(editor: Editor): Written {
  const { session } = editor
  const style = styleOf(editor)
  const text = writeBurnAss(session.list.cues, style.look, undefined, (cue) => session.wordsOf(cue))
  return { text, losses: [] }
}

/** Names of the speakers, by cue. */
function speakersOf({ session, roles }: Pick<Editor, 'session' | 'roles'>): Map<string, string> {
  const names = new Map(roles.map((role) => [role.folder_role_id, role.role_name]))
  const speakers = new Map<string, string>()
  for (const cue of session.list) {
    const name = cue.roles.map((id) => names.get(id)).find(Boolean)
    if (name) speakers.set(cue.id, name)
  }
  return speakers
}
