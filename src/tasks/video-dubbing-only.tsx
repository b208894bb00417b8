import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DubOutput, dubOutputs } from '#core/domain/dubbing.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { Headset } from '#src/ui/icons.ts'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { DubbingFields, useDubbingChoice } from './DubbingFields.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { kept } from './initial.ts'
import type { FormProps, TaskKind } from './kind.ts'
import { MixField, useMix } from './MixField.tsx'
import { DubResult } from './results.tsx'
import { SoundTrackField, useSoundTrack } from './SoundTrackField.tsx'
import { useVersionChoice, VersionSelect } from './VersionSelect.tsx'

/** A subtitle version, spoken over its video. */
export const videoDubbingOnly: TaskKind = {
  type: 'video_dubbing_only',
  name: 'type_video_dubbing_only',
  title: 'dubbing_only_title',
  icon: Headset,
  needsVideo: true,
  languages: 'used',
  Form: DubbingOnlyForm,
  Result: DubResult,
}

function DubbingOnlyForm({ video, initial, isForSeveral, onTargets, children }: FormProps): ReactNode {
  const { t } = useTranslation('tasks')
  const choice = useVersionChoice(video)
  const dubbing = useDubbingChoice(initial)
  const sound = useSoundTrack(video, isForSeveral, initial)
  const [output, setOutput] = useState<DubOutput>(kept(initial, 'video_type', dubOutputs, 'video'))
  const { video_id } = video
  const isSound = !video.video_info.has_picture && !isForSeveral
  const video_type = isSound ? 'sound' : output
  const { version } = choice
  const language = version && isLanguageCode(version.language) ? version.language : 'en'
  const { role_voices, ...voices } = dubbing.value
  const sound_track = sound.track
  const config = { ...voices, sound_track, video_type }
  const mix = useMix(isForSeveral ? undefined : version?.file_id)
  const levels = mix.isUsed ? mix.found : undefined
  const choices = version && { video_id, file_id: version.file_id, ...config, role_voices, ...levels }
  return children(
    <>
      <FieldGroup of="side">
        <VersionSelect choice={choice} isForSeveral={isForSeveral} />
        <SoundTrackField id="dubbing-only-track" choice={sound} />
      </FieldGroup>
      <FieldGroup of="main">
        <DubbingFields
          isForSeveral={isForSeveral}
          video={video}
          version={version}
          language={language}
          choice={dubbing}
          isShown={video_type === 'video'}
          languages={onTargets && [language]}
        />
        <MixField mix={mix} />
        {!isSound && (
          <RadioGroup
            inline
            label={t('dub_output')}
            selectedValue={video_type}
            onChange={({ currentTarget: { value } }) => setOutput(dubOutputs.find((type) => type === value) ?? 'video')}
          >
            <Radio value="video" label={t('dub_output_video')} />
            <Radio value="sound" label={t('dub_output_sound')} />
          </RadioGroup>
        )}
      </FieldGroup>
    </>,
    choices && {
      quote: { task_type: 'video_dubbing_only', ...choices },
      choices,
      start: (idempotency_key) => call('runDubbingOnly', { ...choices, idempotency_key }),
    },
    config,
  )
}
