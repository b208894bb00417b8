import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { ImportForm } from './ImportForm.tsx'

interface Props {
  readonly video: Video
  /** One after the other. */
  readonly files: readonly File[]
  /** Called with the first one's version when all are done. */
  readonly onImported: (fileId: string) => void
  readonly onClose: () => void
}

/** Imports subtitle files as versions of a video outside the editor. */
export function ImportDialog({ video, files, onImported, onClose }: Props): ReactNode {
  const { t } = useTranslation('subtitles')
  const [at, setAt] = useState(0)
  const [first, setFirst] = useState<string>()
  const file = files[at]
  if (!file) return null
  // Versions made already remain if the rest is cancelled.
  const end = (made = first): void => (made === undefined ? onClose() : onImported(made))
  const goOn = (made = first): void => {
    setFirst(made)
    setAt(at + 1)
    if (at + 1 === files.length) end(made)
  }
  return (
    <Dialog isOpen title={t('import_title', { name: file.name })} transitionDuration={0} onClose={() => end()}>
      <DialogBody className="import-lead">
        {t('import_into', { name: video.video_name })}
        {files.length > 1 && ` · ${t('import_turn', { n: at + 1, count: files.length })}`}
      </DialogBody>
      <ImportForm
        key={at}
        video={video}
        file={file}
        onImported={(made) => goOn(first ?? made)}
        onClose={() => goOn()}
      />
    </Dialog>
  )
}
