import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import { type SynthesisType, synthesisTypes } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { GlobeNetwork } from '#src/ui/icons.ts'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { ClearOfText } from './ClearOfText.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { kept } from './initial.ts'
import type { FormProps, TaskKind } from './kind.ts'
import { TranslatedVideoResult } from './results.tsx'
import { TargetLanguage, TargetLanguages, useTargetLanguage } from './TargetLanguage.tsx'
import { TranslationFields, useTranslationChoice } from './TranslationFields.tsx'
import { useVersionChoice, VersionSelect } from './VersionSelect.tsx'

/** A video with translated cues; its sound stays. */
export const videoTranslate: TaskKind = {
  type: 'video_translate',
  name: 'type_video_translate',
  title: 'video_translate_title',
  icon: GlobeNetwork,
  needsVideo: true,
  languages: 'made',
  Form: VideoTranslateForm,
  Result: TranslatedVideoResult,
}

function VideoTranslateForm({ video, initial, isForSeveral, targets, onTargets, children }: FormProps): ReactNode {
  const { t } = useTranslation('tasks')
  const choice = useVersionChoice(video)
  const from = choice.version?.language as LanguageCode | undefined
  const to = useTargetLanguage(from ?? video.language, initial, targets)
  const translation = useTranslationChoice(from, to.target, initial)
  const [synthesis_type, setType] = useState<SynthesisType>(kept(initial, 'synthesis_type', synthesisTypes, 'burn'))
  const [clear_of_text, setClear] = useState(initial?.['clear_of_text'] !== false)
  const { video_id } = video
  const isBurnt = synthesis_type === 'burn'
  const config = { to_language: to.target, ...translation.value, synthesis_type, ...(isBurnt && { clear_of_text }) }
  const choices = choice.version &&
    from && { video_id, file_id: choice.version.file_id, source_language: from, ...config }
  return children(
    <>
      <FieldGroup of="main">
        <VersionSelect choice={choice} isForSeveral={isForSeveral} />
        {onTargets && <TargetLanguages from={from} targets={targets ?? []} onTargets={onTargets} />}
        {!targets && <TargetLanguage id="video-translate-target" from={from} choice={to} />}
      </FieldGroup>
      <FieldGroup of="side">
        <TranslationFields choice={translation} />
        <RadioGroup
          label={t('synthesis_type')}
          selectedValue={synthesis_type}
          onChange={({ currentTarget: { value } }) => setType(synthesisTypes.find((type) => type === value) ?? 'burn')}
        >
          <Radio value="burn" label={t('burn')} />
          <Radio value="soft" label={t('soft')} />
        </RadioGroup>
        {isBurnt && <ClearOfText value={clear_of_text} onChange={setClear} />}
      </FieldGroup>
    </>,
    choices && targets?.length !== 0
      ? {
          quote: { task_type: 'video_translate', ...choices },
          choices,
          start: (idempotency_key) => call('runVideoTranslate', { ...choices, idempotency_key }),
        }
      : undefined,
    config,
  )
}
