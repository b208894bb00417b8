import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { secondPlaces } from '#core/subtitle/burn/burn-style.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { useVersionName } from './version-name.ts'

type SecondPlace = (typeof secondPlaces)[number]

interface SecondLook {
  readonly second_file_id: string
  readonly second_place: SecondPlace
  readonly second_size: number
}

interface SecondChoice {
  /** Versions that can be shown with the first. */
  readonly options: { readonly value: string; readonly label: string }[]
  readonly look: SecondLook
  /** The wire form; undefined without a second version. */
  readonly chosen: SecondLook | undefined
  change: (part: Partial<SecondLook>) => void
}

interface First {
  readonly versions: readonly SubtitleVersion[] | undefined
  readonly version: SubtitleVersion | undefined
}

/** The choice of a second version: none by default. */
export function useSecondChoice(video: Video, { versions, version }: First): SecondChoice {
  const nameOf = useVersionName()
  const [look, setLook] = useState<SecondLook>({ second_file_id: '', second_place: 'below', second_size: 75 })
  const others = (versions ?? []).filter(({ file_id, cue_sum }) => file_id !== version?.file_id && cue_sum > 0)
  const options = others.map((other) => ({ value: other.file_id, label: nameOf(other, video.video_name) }))
  const chosen = options.some(({ value }) => value === look.second_file_id) ? look : undefined
  return { options, look, chosen, change: (part) => setLook((before) => ({ ...before, ...part })) }
}

const sizes = [50, 60, 75, 90, 100]

interface Props {
  choice: SecondChoice
  /** Whether the text is burned in, with a position and size. */
  isDrawn: boolean
}

/** A second version, and how it is shown. */
export function SecondFields({ choice: { options, look, chosen, change }, isDrawn }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  if (options.length === 0) return null
  return (
    <>
      <SelectField
        id="second-version"
        label={t('second_version')}
        value={chosen?.second_file_id ?? ''}
        onChange={(second_file_id) => change({ second_file_id })}
        options={[{ value: '', label: t('second_none') }, ...options]}
      />
      {isDrawn && chosen && (
        <div className="second-look">
          <SelectField<SecondPlace>
            id="second-place"
            label={t('second_place')}
            value={look.second_place}
            onChange={(second_place) => change({ second_place })}
            options={[
              { value: 'below', label: t('second_below') },
              { value: 'above', label: t('second_above') },
            ]}
          />
          <SelectField
            id="second-size"
            label={t('second_size')}
            value={look.second_size}
            onChange={(second_size) => change({ second_size })}
            options={sizes.map((value) => ({ value, label: String(value) }))}
          />
        </div>
      )}
    </>
  )
}
