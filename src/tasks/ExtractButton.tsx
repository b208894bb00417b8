import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { Button } from '#src/ui/Button.ts'
import { RunDialog } from './RunDialog.tsx'
import { videoExtract } from './video-extract.tsx'

/** Shown for a video without usable subtitles: opens the extraction. */
export function ExtractButton({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('tasks')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" text={t('extract_title')} onClick={() => setOpen(true)} />
      {isOpen && <RunDialog kind={videoExtract} video={video} onClose={() => setOpen(false)} />}
    </>
  )
}
