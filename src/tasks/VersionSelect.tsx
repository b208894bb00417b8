import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { useCall } from '#src/api/hooks.ts'
import { Callout } from '#src/ui/Callout.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { Select } from '#src/ui/Select.tsx'
import { ExtractButton } from './ExtractButton.tsx'
import { useVersionName } from './version-name.ts'

interface Choice {
  versions: SubtitleVersion[] | undefined
  version: SubtitleVersion | undefined
  choose: (fileId: string) => void
  video: Video
}

/** A video's versions with the selected one: the default until the user chooses. */
export function useVersionChoice(video: Video): Choice {
  const { video_id } = video
  const { data } = useCall('listVersions', { video_id })
  const [chosen, choose] = useState<string>()
  const versions = data?.list
  const version = versions?.find(({ file_id }) => file_id === chosen) ?? usualVersion(versions ?? [])
  return { versions, version, choose, video }
}

/** The active one; without cues the newest that has some. */
function usualVersion(versions: readonly SubtitleVersion[]): SubtitleVersion | undefined {
  const active = versions.find(({ is_use }) => is_use)
  if (active && active.cue_sum > 0) return active
  return versions.findLast(({ cue_sum }) => cue_sum > 0) ?? active ?? versions[0]
}

/** Selects a subtitle version; offers an extraction without any. */
export function VersionSelect({
  choice: { versions, version, choose, video },
  isForSeveral = false,
}: {
  choice: Choice
  isForSeveral?: boolean | undefined
}): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useVersionName()
  if (isForSeveral) return <p className="muted active-versions">{t('active_versions')}</p>
  if (versions?.length === 0)
    return (
      <Callout intent="warning" className="callout-way">
        <span>{t('extract_first')}</span>
        <ExtractButton video={video} />
      </Callout>
    )
  return (
    <FormGroup label={t('subtitle_version')} labelFor="version">
      <Select
        id="version"
        value={version?.file_id ?? ''}
        onChange={choose}
        options={(versions ?? []).map((item) => ({ value: item.file_id, label: nameOf(item, video.video_name) }))}
      />
    </FormGroup>
  )
}
