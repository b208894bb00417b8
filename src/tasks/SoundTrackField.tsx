import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { soundTracks } from '#core/media/media-info.ts'
import { languageName } from '#src/ui/language-names.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { Initial } from './kind.ts'

type Track = Video['video_info']['streams'][number]

/** The sound track to use; by default the first. */
export interface SoundTrackChoice {
  readonly tracks: readonly Track[]
  readonly track: number
  readonly choose: (track: number) => void
}

/** The choice for one video; for several the stored one, as each has other tracks. */
export function useSoundTrack({ video_info }: Video, isForSeveral = false, initial?: Initial): SoundTrackChoice {
  const kept = initial?.['sound_track']
  const [chosen, choose] = useState(typeof kept === 'number' ? kept : 0)
  const tracks = isForSeveral ? [] : soundTracks(video_info)
  return { tracks, track: isForSeveral || chosen < tracks.length ? chosen : 0, choose }
}

interface Props {
  id: string
  choice: SoundTrackChoice
  /** Called with the chosen track, for dependent choices. */
  onChoose?: (track: Track) => void
}

/** Sound tracks by name, language and channels; hidden if there is only one. */
export function SoundTrackField({ id, choice, onChoose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useSoundTrackName()
  const { tracks, track, choose } = choice
  if (tracks.length < 2) return null
  return (
    <SelectField
      id={id}
      label={t('sound_track')}
      value={String(track)}
      options={tracks.map((each, at) => ({ value: String(at), label: nameOf(each, at) }))}
      onChange={(value) => {
        choose(Number(value))
        const taken = tracks[Number(value)]
        if (taken) onChoose?.(taken)
      }}
    />
  )
}

/** `2 · German · Commentary · stereo`. */
function useSoundTrackName(): (track: Track, at: number) => string {
  const { t, i18n } = useTranslation('tasks')
  return ({ language, title, channels }, at) =>
    [
      String(at + 1),
      languageName(language, i18n.language),
      title,
      channels === 1 ? t('channels_mono') : channels === 2 ? t('channels_stereo') : undefined,
      channels !== null && channels > 2 && t('channels_count', { count: channels }),
    ]
      .filter(Boolean)
      .join(' · ')
}
