import './voice-cards.css'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DubVoice } from '#core/contract/voice.ts'
import { CLONED_VOICE, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { useCall } from '#src/api/hooks.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Play, Stop } from '#src/ui/icons.ts'
import { useSample } from './use-sample.ts'
import { type Filter, fits, noFilter, VoiceFilters, VoiceTraits } from './VoiceFilters.tsx'
import { VoicePortrait } from './VoicePortrait.tsx'
import { useVoiceName } from './voice-words.ts'

interface Props {
  label: string
  /** Target languages: only voices that speak all of them are shown, and samples are in the first. */
  languages: readonly [LanguageCode, ...LanguageCode[]]
  value: string
  onChange: (voice: string) => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Voices as cards: matched to the speaker, cloned if possible, or preset with a sample. */
export function VoiceCards({ label, languages, value, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [language] = languages
  const { data } = useCall('listVoices', { language }, { keepPreviousData: true })
  const listId = useId()
  const sample = useSample(language)
  const nameOf = useVoiceName()
  const [filter, setFilter] = useState<Filter>(noFilter)
  const voices = useMemo(() => (data?.list ?? []).filter(speaksAll(languages)), [data, languages])
  const shown = voices.filter((voice) => fits(voice, filter, nameOf(voice)))
  const special = [MATCHED_VOICE, ...(data?.can_clone ? [CLONED_VOICE] : [])]
  const ids = [...special, ...shown.map(({ voice_id }) => voice_id)]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key]
    if (step === undefined) return
    const next = (ids.indexOf(value) + step + ids.length) % ids.length
    const id = ids[next]
    if (id === undefined) return
    event.preventDefault()
    onChange(id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus()
  }
  return (
    <div className="voice-stage">
      {voices.length > 1 && (
        <VoiceFilters
          voices={voices}
          filter={filter}
          onChange={(part) => setFilter({ ...filter, ...part })}
          listId={listId}
        />
      )}
      <div id={listId} className="voice-cards" role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
        {special.map((id) => (
          <Card
            key={id}
            id={id}
            isChosen={id === value}
            canFocus={id === value || (id === special[0] && !ids.includes(value))}
            onChoose={onChange}
          />
        ))}
        {shown.map((voice) => (
          <Card
            key={voice.voice_id}
            id={voice.voice_id}
            voice={voice}
            sample={sample}
            isChosen={voice.voice_id === value}
            canFocus={voice.voice_id === value}
            onChoose={onChange}
          />
        ))}
      </div>
      {data && shown.length === 0 && <p className="muted">{t(voices.length === 0 ? 'no_voices' : 'no_voice_fits')}</p>}
    </div>
  )
}

const speaksAll =
  (languages: readonly LanguageCode[]) =>
  (voice: DubVoice): boolean =>
    languages.every((language) => voice.languages.includes(language))

interface CardProps {
  id: string
  /** Undefined for a voice that is made from the speaker. */
  voice?: DubVoice
  sample?: ReturnType<typeof useSample>
  isChosen: boolean
  canFocus: boolean
  onChoose: (id: string) => void
}

/** The whole card chooses; the button on it plays. */
function Card({ id, voice, sample, isChosen, canFocus, onChoose }: CardProps): ReactNode {
  const { t } = useTranslation('tasks')
  const isPlaying = sample?.playing === id
  const isCloned = id === CLONED_VOICE
  return (
    <div className="voice-card" data-chosen={isChosen}>
      <button
        type="button"
        role="radio"
        aria-checked={isChosen}
        tabIndex={canFocus ? 0 : -1}
        data-value={id}
        onClick={() => onChoose(id)}
      >
        <VoicePortrait id={id} name={voice?.name ?? ''} isPlaying={isPlaying} />
        <span className="voice-words">
          <span className="ellipsis">{voice?.name ?? t(isCloned ? 'voice_cloned_card' : 'voice_matched_card')}</span>
          {voice ? (
            <VoiceTraits voice={voice} />
          ) : (
            <span className="muted ellipsis">{t(isCloned ? 'voice_cloned_note' : 'voice_matched_note')}</span>
          )}
        </span>
      </button>
      {sample && (
        <IconButton
          size="small"
          icon={isPlaying ? <Stop /> : <Play />}
          loading={sample.loading === id}
          label={isPlaying ? t('stop_sample') : t('hear_sample_of', { name: voice?.name })}
          onClick={() => sample.turn(id)}
        />
      )}
    </div>
  )
}
