import { Radio, RadioGroup } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { SynthesisType } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { RunDialog } from './RunDialog.tsx'
import { useVersionChoice, VersionSelect } from './VersionSelect.tsx'

export function SynthesisDialog({ video, onClose }: { video: Video; onClose: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const choice = useVersionChoice(video)
  const [type, setType] = useState<SynthesisType>('burn')
  const [position, setPosition] = useState<'bottom' | 'top'>('bottom')
  const { video_id } = video
  return (
    <RunDialog
      title={t('synthesis_title')}
      onClose={onClose}
      quote={choice.version && { task_type: 'video_synthesis', video_id }}
      run={(idempotency_key) =>
        call('runSynthesis', {
          video_id,
          file_id: choice.version!.file_id,
          synthesis_type: type,
          position,
          idempotency_key,
        })
      }
    >
      <VersionSelect choice={choice} />
      <RadioGroup
        label={t('synthesis_type')}
        selectedValue={type}
        onChange={(event) => setType(event.currentTarget.value as SynthesisType)}
      >
        <Radio value="burn" label={t('burn')} />
        <Radio value="soft" label={t('soft')} />
      </RadioGroup>
      {type === 'burn' && (
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
    </RunDialog>
  )
}
