import { Callout, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { useCall } from '#src/api/hooks.ts'
import { useVersionName } from './version-name.ts'

interface Choice {
  versions: SubtitleVersion[] | undefined
  version: SubtitleVersion | undefined
  choose: (fileId: string) => void
}

/** The versions of a video, and the chosen one: the active one until somebody chooses. */
export function useVersionChoice({ folder_id, video_id }: Video): Choice {
  const { data } = useCall('listVersions', { folder_id, video_id })
  const [chosen, choose] = useState<string>()
  const versions = data?.list
  const version =
    versions?.find(({ file_id }) => file_id === chosen) ?? versions?.find(({ is_use }) => is_use) ?? versions?.[0]
  return { versions, version, choose }
}

/** Choice of a subtitle version; a hint where the video has none. */
export function VersionSelect({ choice: { versions, version, choose } }: { choice: Choice }): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useVersionName()
  if (versions?.length === 0) return <Callout intent="warning">{t('extract_first')}</Callout>
  return (
    <FormGroup label={t('subtitle_version')} labelFor="version">
      <HTMLSelect
        id="version"
        fill
        value={version?.file_id ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
        options={(versions ?? []).map((item) => ({ value: item.file_id, label: nameOf(item) }))}
      />
    </FormGroup>
  )
}
