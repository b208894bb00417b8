import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EraseType, eraseTypes } from '#core/domain/erase.ts'
import type { EraseMask } from '#core/domain/erase-mask-schema.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import { regionTypes } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { Switch } from '#src/ui/Checkbox.ts'
import { Eraser } from '#src/ui/icons.ts'
import { Radio, RadioGroup } from '#src/ui/Radio.ts'
import { noEdits } from './erase-mask/mask-edits.ts'
import { MaskField } from './erase-mask/MaskField.tsx'
import { useLook } from './erase-mask/use-look.ts'
import { kept } from './initial.ts'
import type { FormProps, Initial, TaskKind } from './kind.ts'
import { RegionField } from './RegionField.tsx'
import { VideoResult } from './results.tsx'

/** A video without the text in its picture. */
export const videoErase: TaskKind = {
  type: 'video_erase',
  name: 'type_video_erase',
  title: 'erase_title',
  icon: Eraser,
  needsVideo: true,
  needsPicture: true,
  languages: 'none',
  Form: EraseForm,
  Result: VideoResult,
}

/** The usual position of captions. */
const usualRegion: PictureRegion = { x: 0.05, y: 0.78, width: 0.9, height: 0.2 }

/** The stored region. */
function regionIn(initial: Initial | undefined): PictureRegion | undefined {
  const value = initial?.['erase_region']
  return typeof value === 'object' && value !== null && 'x' in value ? (value as PictureRegion) : undefined
}

function EraseForm({ video, initial, isForSeveral, looksAtOnce = false, children }: FormProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { video_id } = video
  const [erase_type, setType] = useState<EraseType>(kept(initial, 'erase_type', eraseTypes, 'advanced'))
  const [erase_region_type, setRegionType] = useState(kept(initial, 'erase_region_type', regionTypes, 'auto'))
  const [region, setRegion] = useState(regionIn(initial) ?? usualRegion)
  const [erase_marks, setMarks] = useState(initial?.['erase_marks'] === true)
  const { width, height } = video.video_info
  const isRegion = erase_region_type === 'manual'
  const place = { erase_region_type, ...(isRegion ? { erase_region: region } : { erase_marks }) }
  const config = { erase_type, ...place }
  const look = useLook({ video_id, ...place }, looksAtOnce)
  const [edited, setEdited] = useState<{ of: string; mask: EraseMask }>()
  const of = JSON.stringify(place)
  // Other choices find other texts: edits of the mask belong to their choices.
  const mask = edited?.of === of ? edited.mask : undefined
  const choices = { video_id, ...config, ...(mask && { mask }) }
  return children(
    <>
      {!isForSeveral && <p>{t('erase_text', { name: video.video_name })}</p>}
      <RadioGroup
        label={t('erase_type')}
        selectedValue={erase_type}
        onChange={({ currentTarget: { value } }) => setType(eraseTypes.find((type) => type === value) ?? 'advanced')}
      >
        <Radio value="advanced" label={t('erase_advanced')} />
        <Radio value="basic" label={t('erase_basic')} />
      </RadioGroup>
      <RadioGroup
        label={t('erase_where')}
        selectedValue={erase_region_type}
        onChange={({ currentTarget: { value } }) => setRegionType(regionTypes.find((type) => type === value) ?? 'auto')}
      >
        <Radio value="auto" label={t('erase_auto')} />
        <Radio value="manual" label={t('erase_region')} />
      </RadioGroup>
      {isRegion ? (
        <RegionField
          text={t('erase_region_text')}
          video={video}
          aspect={width / height}
          mask
          value={region}
          onChange={setRegion}
        />
      ) : (
        <Switch
          checked={erase_marks}
          label={t('erase_marks')}
          onChange={({ currentTarget }) => setMarks(currentTarget.checked)}
        />
      )}
      {!isForSeveral && (
        <MaskField
          video={video}
          look={look}
          mask={mask ?? noEdits}
          onChange={(next) => setEdited({ of, mask: next })}
        />
      )}
    </>,
    {
      quote: { task_type: 'video_erase', ...choices },
      choices,
      ...(!isForSeveral && !mask && { missing: t('mask_first') }),
      start: (idempotency_key) => call('runErase', { ...choices, idempotency_key }),
    },
    config,
  )
}
