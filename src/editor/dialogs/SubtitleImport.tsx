import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadBytes } from '#core/subtitle/file.ts'
import { plainText } from '#core/subtitle/markup.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import { useEditor } from '../editor.ts'
import { FileUnreadable, isGuess, readFile, sendFile, SUBTITLE_FILES } from '../import-file.ts'
import type { EditorLibrary } from '../media/editor-media.ts'

interface Chosen {
  readonly file: File
  readonly read: ReadBytes
}

/** Makes a version of a subtitle file. Where its encoding is a guess, the person sees what it gives and may choose another. */
export function SubtitleImport({ library }: { library: EditorLibrary }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const input = useRef<HTMLInputElement>(null)
  const [doubtful, setDoubtful] = useState<Chosen>()
  useEffect(() => {
    editor.importSubtitle = () => input.current?.click()
  }, [editor])
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
      setDoubtful(undefined)
      const fileId = await sendFile(library.video, file.name, read, editor.media.language)
      const { encoding, problems } = read
      if (problems.length > 0) notify.warning(t('imported_problems', { count: problems.length, encoding }))
      else notify.success(t('imported', { encoding }))
      library.onOpen(fileId)
    })
  const take = (file: File): Promise<void> =>
    attempt(async () => {
      const read = await readFile(file)
      if (isGuess(read)) setDoubtful({ file, read })
      else await send({ file, read })
    })
  return (
    <>
      <input
        ref={input}
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
      {doubtful && (
        <EncodingDialog
          chosen={doubtful}
          onRead={(encoding) =>
            void attempt(async () =>
              setDoubtful({ file: doubtful.file, read: await readFile(doubtful.file, encoding) }),
            )
          }
          onTake={() => void send(doubtful)}
          onClose={() => setDoubtful(undefined)}
        />
      )}
    </>
  )
}

interface EncodingProps {
  chosen: Chosen
  onRead: (encoding: string) => void
  onTake: () => void
  onClose: () => void
}

/** Lines that are most telling of an encoding: those with letters beyond ASCII. */
const SHOWN_LINES = 5

function EncodingDialog({ chosen: { file, read }, onRead, onTake, onClose }: EncodingProps): ReactNode {
  const { t } = useTranslation('editor')
  const [choices] = useState([read.encoding, ...read.otherEncodings])
  const texts = read.cues.map(({ text }) => plainText(text).replaceAll('\n', ' '))
  const telling = texts.filter((text) => /[^\u0020-\u007e]/.test(text))
  return (
    <Dialog isOpen title={t('encoding_title', { name: file.name })} onClose={onClose}>
      <DialogBody>
        <SelectField
          id="encoding"
          label={t('encoding')}
          value={read.encoding}
          onChange={onRead}
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
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button intent="primary" text={t('encoding_take')} onClick={onTake} />
          </>
        }
      />
    </Dialog>
  )
}
