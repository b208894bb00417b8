import { Radio, RadioGroup } from '@blueprintjs/core'
import { Media } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SynthesisType, synthesisTypes } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { FormProps, TaskKind } from './kind.ts'
import { VideoResult } from './results.tsx'
import { useVersionChoice, VersionSelect } from './VersionSelect.tsx'

/** A video with a subtitle version in its picture or as a track. */
export const videoSynthesis: TaskKind = {
  type: 'video_synthesis',
  name: 'type_video_synthesis',
  title: 'synthesis_title',
  icon: Media,
  needsVideo: true,
  Form: SynthesisForm,
  Result: VideoResult,
}

function SynthesisForm({ video, children }: FormProps): ReactNode {
  const { t } = useTranslation('tasks')
  const choice = useVersionChoice(video)
  const [synthesis_type, setType] = useState<SynthesisType>('burn')
  const [position, setPosition] = useState<'bottom' | 'top'>('bottom')
  const { video_id } = video
  const choices = choice.version && { video_id, file_id: choice.version.file_id, synthesis_type, position }
  return children(
    <>
      <VersionSelect choice={choice} />
      <RadioGroup
        label={t('synthesis_type')}
        selectedValue={synthesis_type}
        onChange={({ currentTarget: { value } }) => setType(synthesisTypes.find((type) => type === value) ?? 'burn')}
      >
        <Radio value="burn" label={t('burn')} />
        <Radio value="soft" label={t('soft')} />
      </RadioGroup>
      {synthesis_type === 'burn' && (
        <SelectField
          id="burn-position"
          label={t('position')}
          value={position}
          onChange={setPosition}
          options={[
            { value: 'bottom', label: t('position_bottom') },
            { value: 'top', label: t('position_top') },
          ]}
        />
      )}
    </>,
    choices && {
      quote: { task_type: 'video_synthesis', video_id, file_id: choices.file_id },
      choices,
      start: (idempotency_key) => call('runSynthesis', { ...choices, idempotency_key }),
    },
  )
}
