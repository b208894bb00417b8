import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { notify } from '#src/ui/toaster.ts'
import { FormDialog } from './FormDialog.tsx'

interface Props {
  folderId: string
  /** The video that a file is chosen for. */
  video?: Video
  /** The file that a video is chosen for. */
  file?: SubtitleVersion
  onClose: () => void
}

/** Binds a subtitle file of the folder to a video in it: one is given, the other is chosen. */
export function BindDialog({ folderId, video, file, onClose }: Props): ReactNode {
  const { t } = useTranslation('library')
  const languageName = useLanguageNames()
  const kind = video ? 'subtitle' : 'video'
  const { data } = useCall('listFiles', { folder_id: folderId, kind, sort: 'name', order: 'asc', limit: 200 })
  const options = (data?.list ?? []).map(({ video, subtitle }) =>
    video
      ? { value: video.video_id, label: video.video_name }
      : { value: subtitle?.file_id ?? '', label: `${subtitle?.name} · ${languageName(subtitle?.language ?? '')}` },
  )
  const alike = options.find(({ label }) => label.startsWith(video?.video_name ?? stemOf(file?.name ?? '')))
  const [chosen, choose] = useState<string>()
  const value = chosen ?? alike?.value ?? options[0]?.value ?? ''
  const bind = async (): Promise<void> => {
    await call('bindSubtitles', {
      video_id: video?.video_id ?? value,
      subtitles_id: file?.file_id ?? value,
    })
    await refresh('listFiles', 'listVideos', 'getVideo', 'listVersions', 'listFolders')
    notify.success(t('bound'))
  }
  return (
    <FormDialog
      title={t(video ? 'bind_file_title' : 'bind_video_title')}
      confirmText={t('bind')}
      disabled={value === ''}
      onConfirm={bind}
      onClose={onClose}
    >
      {data && options.length === 0 ? (
        <p>{t(video ? 'bind_no_file' : 'bind_no_video')}</p>
      ) : (
        <FormGroup
          label={t(video ? 'subtitle_file' : 'video')}
          labelFor="bind-choice"
          helperText={t('bind_text', { name: video?.video_name ?? file?.name ?? '' })}
        >
          <Select id="bind-choice" value={value} options={options} onChange={choose} />
        </FormGroup>
      )}
    </FormDialog>
  )
}

const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '')
