import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { Label } from '#src/ui/icons.ts'
import { MenuItem } from '#src/ui/Menu.ts'
import { tracksOfVideo } from '../../media/embedded.ts'
import { useTrackName } from '../../media/use-track-name.ts'
import { useEditor } from '../../context/use-editor.ts'

/** Menu entries for the subtitle tracks of the video; picture-based ones are disabled. */
export function TrackItems({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('editor')
  const { dialogs, save } = useEditor()
  const nameOf = useTrackName()
  return tracksOfVideo(video).map((track) => (
    <MenuItem
      key={track.index}
      icon={<Label />}
      disabled={!track.isText}
      text={t('embedded_take', { track: nameOf(track) })}
      onClick={() => {
        // Saves typed text first, so that the version does not count as empty.
        void save.flush().then(() => dialogs.open({ name: 'import_track', track }))
      }}
    />
  ))
}
