import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DubSubtitles, dubSubtitles } from '#core/domain/dubbing.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { Microphone } from '#src/ui/icons.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { DubbingFields, useDubbingChoice } from './DubbingFields.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { kept } from './initial.ts'
import type { FormProps, TaskKind } from './kind.ts'
import { DubResult } from './results.tsx'
import { SoundTrackField, useSoundTrack } from './SoundTrackField.tsx'
import { TargetLanguage, TargetLanguages, useTargetLanguage } from './TargetLanguage.tsx'
import { TranslationFields, useTranslationChoice } from './TranslationFields.tsx'
import { useVersionChoice, VersionSelect } from './VersionSelect.tsx'

/** A video translated and dubbed. */
export const videoDubbing: TaskKind = {
  type: 'video_dubbing',
  name: 'type_video_dubbing',
  title: 'dubbing_title',
  icon: Microphone,
  needsVideo: true,
  languages: 'made',
  Form: DubbingForm,
  Result: DubResult,
}

function DubbingForm({ video, initial, isForSeveral, targets, onTargets, children }: FormProps): ReactNode {
  const { t } = useTranslation('tasks')
  const choice = useVersionChoice(video)
  const { version } = choice
  const from = version?.language as LanguageCode | undefined
  const to = useTargetLanguage(from ?? video.language, initial, targets)
  const translation = useTranslationChoice(from, to.target, initial)
  const dubbing = useDubbingChoice(initial)
  const sound = useSoundTrack(video, isForSeveral, initial)
  const [shown, setShown] = useState<DubSubtitles>(kept(initial, 'synthesis_type', dubSubtitles, 'none'))
  const { video_id } = video
  const isSound = !video.video_info.has_picture && !isForSeveral
  const synthesis_type = isSound ? 'none' : shown
  const { role_voices, ...voices } = dubbing.value
  const sound_track = sound.track
  const config = { to_language: to.target, ...translation.value, ...voices, sound_track, synthesis_type }
  const choices = version &&
    from && { video_id, file_id: version.file_id, source_language: from, ...config, role_voices }
  const fields = {
    version: <VersionSelect choice={choice} isForSeveral={isForSeveral} />,
    dubbing: (
      <DubbingFields
        isForSeveral={isForSeveral}
        video={video}
        version={version}
        language={to.target}
        choice={dubbing}
        isShown={!isSound}
        languages={onTargets && [to.target, ...(targets ?? []).slice(1)]}
      />
    ),
    subtitles: !isSound && (
      <SelectField
        id="dubbing-subtitles"
        label={t('synthesis_type')}
        value={synthesis_type}
        onChange={setShown}
        options={[
          { value: 'none', label: t('subtitles_none') },
          { value: 'burn', label: t('burn') },
          { value: 'soft', label: t('soft') },
        ]}
      />
    ),
  }
  return children(
    <>
      <FieldGroup of="side">
        {fields.version}
        {onTargets && <TargetLanguages from={from} targets={targets ?? []} onTargets={onTargets} />}
        {!targets && <TargetLanguage id="dubbing-target" from={from} choice={to} />}
        <TranslationFields choice={translation} />
        <SoundTrackField id="dubbing-track" choice={sound} />
        {onTargets && fields.subtitles}
      </FieldGroup>
      <FieldGroup of="main">
        {fields.dubbing}
        {!onTargets && fields.subtitles}
      </FieldGroup>
    </>,
    choices && targets?.length !== 0
      ? {
          quote: { task_type: 'video_dubbing', ...choices },
          choices,
          start: (idempotency_key) => call('runDubbing', { ...choices, idempotency_key }),
        }
      : undefined,
    config,
  )
}
