import { Dialog } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { Video } from '#core/contract/video.ts'
import { ImportForm } from './ImportForm.tsx'

interface Props {
  readonly video: Video
  readonly file: File
  /** Said elsewhere, as by the video that the file was in; undefined goes by the text. */
  readonly language?: LanguageCode | undefined
  readonly onImported: (fileId: string) => void
  readonly onClose: () => void
}

/** Makes a subtitle file a version of a video that is not open. */
export function ImportDialog({ video, file, language, onImported, onClose }: Props): ReactNode {
  const { t } = useTranslation('subtitles')
  return (
    <Dialog isOpen title={t('import_title', { name: file.name })} transitionDuration={0} onClose={onClose}>
      <ImportForm {...{ video, file, language, onImported, onClose }} />
    </Dialog>
  )
}
