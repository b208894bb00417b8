import './TrackImport.css'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { ImportForm } from '#src/subtitles/ImportForm.tsx'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { type EmbeddedTrack, readTrack, trackLanguage } from '../../media/embedded.ts'

interface Props {
  readonly video: Video
  readonly track: EmbeddedTrack
  /** Called with the new version. */
  readonly onImported: (fileId: string) => void
  readonly onClose: () => void
}

/** Extracts a subtitle track of a video and creates a version from it. */
export function TrackImport({ video, track, onImported, onClose }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const { file, isFaulty } = useTrack(video, track)
  if (file) return <ImportForm {...{ video, file, onImported, onClose }} language={trackLanguage(track)} />
  return (
    <>
      <DialogBody>
        {isFaulty ? (
          <Callout intent="danger" role="alert">
            {t('embedded_unreadable')}
          </Callout>
        ) : (
          <div className="track-reading" role="status">
            <Spinner size={20} />
            <span>{t('embedded_reading')}</span>
          </div>
        )}
      </DialogBody>
      <DialogFooter
        actions={<Button autoFocus text={t(isFaulty ? 'common:close' : 'common:cancel')} onClick={onClose} />}
      />
    </>
  )
}

/** The track as a file, read while the dialog is open. */
function useTrack(video: Video, track: EmbeddedTrack) {
  // The proxy has no subtitle tracks; a newly signed address is still the same video.
  const [{ url, name }] = useState({ url: video.video_url, name: video.video_name })
  const [file, setFile] = useState<File>()
  const [isFaulty, setFaulty] = useState(false)
  useEffect(() => {
    const control = new AbortController()
    readTrack({ url }, track, name, control.signal).then(setFile, (error: unknown) => {
      if (!(error instanceof MediaFailed)) throw error
      if (!control.signal.aborted) setFaulty(true)
    })
    return () => control.abort()
  }, [url, name, track])
  return { file, isFaulty }
}
