import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CloudDownload, Cross, Desktop, Export, Film, Label } from '@blueprintjs/icons'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import { type EmbeddedTrack, embeddedTracks, takeSubtitle } from '../media/embedded.ts'
import type { VideoPlayback } from '../media/local-media.ts'

interface Props {
  video: Video
  played: VideoPlayback
  onExport: () => void
  onOpen: (fileId: string) => void
}

/** What plays, what is in it, and what can be made of it without the server. */
export function VideoMenu({ video, played, onExport, onOpen }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File): Promise<void> => {
    const fault = await played.choose(file)
    if (fault === 'stopped') notify.info(t('local_stopped'))
    else if (fault) notify.error(t(`local_${fault}`))
    else notify.success(t('local_plays'))
  }
  const take = async (track: EmbeddedTrack): Promise<void> => {
    try {
      onOpen(await takeSubtitle(video, track))
      notify.success(t('embedded_taken'))
    } catch (error) {
      if (error instanceof MediaFailed) notify.error(t('embedded_unreadable'))
      else notifyFailure(error)
    }
  }
  return (
    <>
      {played.comparing !== undefined && <Progress value={played.comparing} label={t('local_comparing')} />}
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            {played.comparing !== undefined && (
              <MenuItem icon={<Cross />} text={t('local_stop')} onClick={played.stop} />
            )}
            {played.comparing === undefined && played.isLocal && (
              <MenuItem icon={<CloudDownload />} text={t('local_back')} onClick={played.showCopy} />
            )}
            {played.comparing === undefined && !played.isLocal && (
              <MenuItem icon={<Desktop />} text={t('local_choose')} onClick={() => input.current?.click()} />
            )}
            {embeddedTracks(video).map((track) => (
              <MenuItem
                key={track.index}
                icon={<Label />}
                text={t('embedded_take', { track: [track.language, track.codec].filter(Boolean).join(', ') })}
                onClick={() => void take(track)}
              />
            ))}
            <MenuDivider />
            <MenuItem icon={<Export />} text={t('export_title')} onClick={onExport} />
          </Menu>
        }
      >
        <Button variant="minimal" icon={<Film />} text={t('video')} title={t('video_title')} />
      </PopoverNext>
      <input
        ref={input}
        type="file"
        accept="video/*,.mkv,.mov"
        hidden
        data-testid="local-original"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) void choose(file)
        }}
      />
    </>
  )
}
