import { type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DubVoice } from '#core/contract/voice.ts'
import { type VoiceAge, voiceAges, type VoiceGender, voiceGenders } from '#core/domain/voices.ts'
import { Search } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { useVoiceStyle } from './voice-words.ts'

/** What the shown voices are narrowed to. */
export interface Filter {
  readonly search: string
  readonly gender: VoiceGender | ''
  readonly age: VoiceAge | ''
  readonly style: string
}

export const noFilter: Filter = { search: '', gender: '', age: '', style: '' }

/** Gender, age and style in words. */
export function VoiceTraits({ voice }: { voice: DubVoice }): ReactNode {
  const { t } = useTranslation('tasks')
  const styleOf = useVoiceStyle()
  const traits = [t(`gender_${voice.gender}`), t(`age_${voice.age}`), styleOf(voice.style)].filter(Boolean)
  return <span className="muted ellipsis">{traits.join(' · ')}</span>
}

/** Whether a voice fits a filter. */
export function fits(voice: DubVoice, { search, gender, age, style }: Filter, name: string): boolean {
  const wanted = search.trim().toLocaleLowerCase()
  return (
    (gender === '' || voice.gender === gender) &&
    (age === '' || voice.age === age) &&
    (style === '' || voice.style === style) &&
    name.toLocaleLowerCase().includes(wanted)
  )
}

interface FiltersProps {
  voices: readonly DubVoice[]
  filter: Filter
  onChange: (part: Partial<Filter>) => void
  onKeyDown?: (event: KeyboardEvent) => void
  listId: string
  /** Whether the search has the focus at first. */
  takesFocus?: boolean
}

/** Only distinguishing filters are enabled. */
export function VoiceFilters({
  voices,
  filter,
  onChange,
  onKeyDown,
  listId,
  takesFocus = false,
}: FiltersProps): ReactNode {
  const { t } = useTranslation('tasks')
  const styleOf = useVoiceStyle()
  const genders = voiceGenders.filter((gender) => voices.some((voice) => voice.gender === gender))
  const ages = voiceAges.filter((age) => voices.some((voice) => voice.age === age))
  const styles = [...new Set(voices.map(({ style }) => style))].filter((style) => style !== '').toSorted()
  return (
    <div className="voice-filters">
      <TextInput
        autoFocus={takesFocus}
        leftIcon={<Search />}
        placeholder={t('search_voices')}
        aria-label={t('search_voices')}
        aria-controls={listId}
        value={filter.search}
        onValueChange={(search) => onChange({ search })}
        {...(onKeyDown && { onKeyDown })}
      />
      <div className="voice-selects">
        <Select<VoiceGender | ''>
          label={t('voice_gender')}
          value={filter.gender}
          disabled={genders.length < 2}
          onChange={(gender) => onChange({ gender })}
          options={[
            { value: '', label: t('any_gender') },
            ...genders.map((value) => ({ value, label: t(`gender_${value}`) })),
          ]}
        />
        <Select<VoiceAge | ''>
          label={t('voice_age')}
          value={filter.age}
          disabled={ages.length < 2}
          onChange={(age) => onChange({ age })}
          options={[{ value: '', label: t('any_age') }, ...ages.map((value) => ({ value, label: t(`age_${value}`) }))]}
        />
        <Select
          label={t('voice_style')}
          value={filter.style}
          disabled={styles.length < 2}
          onChange={(style) => onChange({ style })}
          options={[{ value: '', label: t('any_style') }, ...styles.map((value) => ({ value, label: styleOf(value) }))]}
        />
      </div>
    </div>
  )
}
