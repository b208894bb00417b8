import { Callout, FormGroup } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { useCall } from '#src/api/hooks.ts'
import { Select } from '#src/ui/Select.tsx'
import { useVersionName } from './version-name.ts'

interface Choice {
  versions: SubtitleVersion[] | undefined
  version: SubtitleVersion | undefined
  choose: (fileId: string) => void
  videoName: string
}

/** The versions of a video, and the chosen one: the usual one until somebody chooses. */
export function useVersionChoice({ folder_id, video_id, video_name: videoName }: Video): Choice {
  const { data } = useCall('listVersions', { folder_id, video_id })
  const [chosen, choose] = useState<string>()
  const versions = data?.list
  const version = versions?.find(({ file_id }) => file_id === chosen) ?? usualVersion(versions ?? [])
  return { versions, version, choose, videoName }
}

/** The active one; where that has no lines, the newest that has some. */
function usualVersion(versions: readonly SubtitleVersion[]): SubtitleVersion | undefined {
  const active = versions.find(({ is_use }) => is_use)
  if (active && active.cue_sum > 0) return active
  return versions.findLast(({ cue_sum }) => cue_sum > 0) ?? active ?? versions[0]
}

/** Choice of a subtitle version; a hint where the video has none. */
export function VersionSelect({
  choice: { versions, version, choose, videoName },
  isForSeveral = false,
}: {
  choice: Choice
  isForSeveral?: boolean | undefined
}): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useVersionName()
  if (isForSeveral) return <p className="muted active-versions">{t('active_versions')}</p>
  if (versions?.length === 0) return <Callout intent="warning">{t('extract_first')}</Callout>
  return (
    <FormGroup label={t('subtitle_version')} labelFor="version">
      <Select
        id="version"
        value={version?.file_id ?? ''}
        onChange={choose}
        options={(versions ?? []).map((item) => ({ value: item.file_id, label: nameOf(item, videoName) }))}
      />
    </FormGroup>
  )
}
