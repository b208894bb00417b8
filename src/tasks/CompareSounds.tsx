import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { useCall } from '#src/api/hooks.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { useFollowing } from './one-clock.ts'
import { playable } from './results.tsx'

/** Most dubs beside the result: more do not fit into a row of keys. */
const MOST_DUBS = 6

/** Something to switch to: the original, the result, or the address of another dub's sound. */
export interface Source {
  readonly id: string
  readonly label: string
}

/** The original, the result, and other dubs of the video, newest last; equal languages are numbered. */
export function useSources(video: Video, result: string): readonly Source[] {
  const { t } = useTranslation('tasks')
  const nameOf = useLanguageNames()
  const { data } = useCall('listDerivatives', { video_id: video.video_id })
  const dubs = (data?.list ?? [])
    .filter(({ task_type, video_url }) => task_type.startsWith('video_dubbing') && playable(video_url) !== result)
    .slice(0, MOST_DUBS)
    .map(({ video_url, language }) => ({
      id: playable(video_url),
      name: t('compare_dub_in', { language: nameOf(language) }),
    }))
  return [
    { id: 'original', label: t('side_original') },
    { id: 'result', label: t('side_result') },
    ...dubs.map(({ id, name }, at) => {
      const same = dubs.filter((dub) => dub.name === name)
      const number = dubs.slice(0, at + 1).filter((dub) => dub.name === name).length
      return { id, label: same.length > 1 ? `${name} ${number}` : name }
    }),
  ]
}

/** The source that a key switches to: `S` to the next, a digit to that one. */
export function sourceOfKey(sources: readonly Source[], current: string, key: string): string | undefined {
  if (/^[1-9]$/.test(key)) return sources[Number(key) - 1]?.id
  if (key.toLowerCase() !== 's') return undefined
  return sources[(sources.findIndex(({ id }) => id === current) + 1) % sources.length]?.id
}

interface ChoiceProps {
  sources: readonly Source[]
  value: string
  onChange: (id: string) => void
}

/** Selects whose sound plays, and whose picture is shown when switched. */
export function SourceChoice({ sources, value, onChange }: ChoiceProps): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <SegmentedControl
      size="small"
      className="compare-sources"
      aria-label={t('heard_side')}
      value={value}
      onValueChange={onChange}
      options={sources.map(({ id, label }) => ({ value: id, label }))}
    />
  )
}

interface SoundProps {
  address: string
  leader: RefObject<HTMLMediaElement | null>
  isPlaying: boolean
  isChosen: boolean
}

/** Another dub's sound. It runs on in silence, so that a switch to it and back is at once and in time. */
export function DubSound({ address, leader, isPlaying, isChosen }: SoundProps): ReactNode {
  const sound = useRef<HTMLAudioElement>(null)
  useFollowing(leader, sound, { address, isPlaying })
  return <audio ref={sound} src={address} muted={!isChosen} preload="auto" />
}
