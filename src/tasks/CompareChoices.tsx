import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import { useCall } from '#src/api/hooks.ts'
import { Select } from '#src/ui/Select.tsx'
import { useVersionName } from './version-name.ts'

/** A version's text at a time, over the picture; empty while loading, or without a version. */
export function useOverlayText(fileId: string, timeMs: number): string {
  const { data } = useCall('getVersion', fileId === '' ? undefined : { file_id: fileId })
  const cues = useMemo(() => (data ? (fromWire(data.subtitle_txt) ?? []) : []), [data])
  return cues
    .filter(({ start, end }) => start <= timeMs && timeMs < end)
    .map(({ text }) => plainText(text))
    .join('\n')
}

interface ChoiceProps {
  video: Video
  value: string
  onChange: (value: string) => void
}

/** Selects the version over the picture. */
export function OverlayChoice({ video, value, onChange }: ChoiceProps): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useVersionName()
  const { data } = useCall('listVersions', { video_id: video.video_id })
  return (
    <Select
      kind="tool"
      label={t('compare_overlay')}
      className="compare-select"
      value={value}
      options={[
        { value: '', label: t('compare_no_overlay') },
        ...(data?.list ?? [])
          .filter(({ cue_sum }) => cue_sum > 0)
          .map((version) => ({ value: version.file_id, label: nameOf(version, video.video_name) })),
      ]}
      onChange={onChange}
    />
  )
}
