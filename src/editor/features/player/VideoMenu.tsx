import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { CloudDownload, Cross, Desktop, Export, Film, VolumeUp } from '#src/ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { notify } from '#src/ui/toaster.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import { TrackItems } from '../import/TrackItems.tsx'
import { useEditor, useLibrary } from '../../context/use-editor.ts'
import type { VideoPlayback } from '../../media/local-media.ts'

interface Props {
  playback: VideoPlayback
}

/** The playback source, the tracks of the video, and exports without the server. */
export function VideoMenu({ playback }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const input = useRef<HTMLInputElement>(null)
  const editor = useEditor()
  const video = useLibrary()?.video
  const choose = async (file: File): Promise<void> => {
    const fault = await playback.choose(file)
    if (fault === 'stopped') notify.info(t('local_stopped'))
    else if (fault) notify.error(t(`local_${fault}`))
    else notify.success(t('local_plays'))
  }
  return (
    <>
      {playback.comparing !== undefined && <Progress value={playback.comparing} label={t('local_comparing')} />}
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            {playback.comparing !== undefined && (
              <MenuItem icon={<Cross />} text={t('local_stop')} onClick={playback.stop} />
            )}
            {playback.comparing === undefined && playback.isLocal && (
              <MenuItem icon={<CloudDownload />} text={t('local_back')} onClick={playback.showCopy} />
            )}
            {playback.comparing === undefined && !playback.isLocal && (
              <MenuItem icon={<Desktop />} text={t('local_choose')} onClick={() => input.current?.click()} />
            )}
            {video && <TrackItems video={video} />}
            <MenuDivider />
            <MenuItem
              icon={<Export />}
              text={t('export_title')}
              onClick={() => editor.dialogs.open({ name: 'export_video' })}
            />
          </Menu>
        }
      >
        <Button
          variant="minimal"
          icon={editor.media.hasPicture ? <Film /> : <VolumeUp />}
          text={t(editor.media.hasPicture ? 'video' : 'sound')}
          data-tip={t('video_title')}
        />
      </Popover>
      <HiddenFileInput
        input={input}
        accept="video/*,audio/*,.mkv,.mov"
        testId="local-original"
        onFile={(file) => void choose(file)}
      />
    </>
  )
}
