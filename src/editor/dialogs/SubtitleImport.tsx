import './SubtitleImport.css'
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadBytes } from '#core/subtitle/file.ts'
import { plainText } from '#core/subtitle/markup.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import { useDialog, useEditor, useLibrary } from '../use-editor.ts'
import { FileUnreadable, isGuess, readFile, sendFile, SUBTITLE_FILES, SUBTITLE_INPUT_ID } from '../import-file.ts'
import { EditorDialog } from './EditorDialog.tsx'

interface Chosen {
  readonly file: File
  readonly read: ReadBytes
}

/** Makes a version of a subtitle file. Where its encoding is a guess, the person sees what it gives and may choose another. */
export function SubtitleImport(): ReactNode {
  const { t } = useTranslation('editor')
  const { dialogs } = useEditor()
  const { attempt, send } = useSend()
  const take = (file: File): Promise<void> =>
    attempt(async () => {
      const read = await readFile(file)
      if (isGuess(read)) dialogs.open({ name: 'encoding', file, read })
      else await send({ file, read })
    })
  const chosen = useDialog('encoding')
  return (
    <>
      <input
        id={SUBTITLE_INPUT_ID}
        type="file"
        accept={SUBTITLE_FILES}
        hidden
        data-testid="subtitle-file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) void take(file)
        }}
      />
      <EditorDialog name="encoding" title={t('encoding_title', { name: chosen?.file.name ?? '' })}>
        {chosen && <EncodingForm chosen={chosen} />}
      </EditorDialog>
    </>
  )
}

/** Sends a file that was read, and opens the version it becomes. */
function useSend() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const video = useLibrary()?.video
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (error instanceof FileUnreadable) notify.error(t(`file_${error.reason}`, { n: error.limit }))
      else notifyFailure(error)
    }
  }
  const send = ({ file, read }: Chosen): Promise<void> =>
    attempt(async () => {
      if (!video) return
      const fileId = await sendFile(video, file.name, read, editor.media.language)
      const { encoding, problems } = read
      if (problems.length > 0) notify.warning(t('imported_problems', { count: problems.length, encoding }))
      else notify.success(t('imported', { encoding }))
      await editor.openVersion(fileId)
    })
  return { attempt, send }
}

/** Lines that are most telling of an encoding: those with letters beyond ASCII. */
const SHOWN_LINES = 5

function EncodingForm({ chosen: { file, read } }: { chosen: Chosen }): ReactNode {
  const { t } = useTranslation('editor')
  const { dialogs } = useEditor()
  const { attempt, send } = useSend()
  const [choices] = useState([read.encoding, ...read.otherEncodings])
  const texts = read.cues.map(({ text }) => plainText(text).replaceAll('\n', ' '))
  const telling = texts.filter((text) => /[^\u0020-\u007e]/.test(text))
  const readAs = (encoding: string): Promise<void> =>
    attempt(async () => dialogs.open({ name: 'encoding', file, read: await readFile(file, encoding) }))
  const take = (): void => {
    dialogs.close('encoding')
    void send({ file, read })
  }
  return (
    <>
      <DialogBody>
        <SelectField
          id="encoding"
          label={t('encoding')}
          value={read.encoding}
          onChange={(encoding) => void readAs(encoding)}
          options={choices.map((value) => ({ value, label: value }))}
        />
        <p className="muted">{t('encoding_text')}</p>
        <ul className="encoding-lines">
          {(telling.length > 0 ? telling : texts).slice(0, SHOWN_LINES).map((text, at) => (
            <li key={`${at} ${text}`}>{text}</li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={() => dialogs.close('encoding')} />
            <Button intent="primary" text={t('encoding_take')} onClick={take} />
          </>
        }
      />
    </>
  )
}
