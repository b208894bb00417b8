import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DubVoice } from '#core/contract/voice.ts'
import { CLONED_VOICE, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { useCall } from '#src/api/hooks.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { CaretDown, Play, SmallTick, Stop } from '#src/ui/icons.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { useSample } from './use-sample.ts'
import { type Filter, fits, noFilter, VoiceFilters, VoiceTraits } from './VoiceFilters.tsx'
import { useVoiceName } from './voice-words.ts'

interface Props {
  id: string
  label: string
  language: LanguageCode
  value: string
  onChange: (voice: string) => void
}

/** Selects a voice: matched to the speaker, cloned if possible, or preset with a sample. */
export function VoiceSelect({ id, label, language, value, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { data } = useCall('listVoices', { language })
  const nameOf = useVoiceName()
  const [isOpen, setOpen] = useState(false)
  const sample = useSample(language)
  const preset = data?.list.find(({ voice_id }) => voice_id === value)
  const chosen = preset ? nameOf(preset) : t(value === CLONED_VOICE ? 'voice_cloned' : 'voice_matched')
  const close = (): void => {
    setOpen(false)
    sample.stop()
  }
  return (
    <FormGroup label={label} labelFor={id}>
      <div className="voice-choice">
        <Popover
          isOpen={isOpen}
          onClose={close}
          placement="bottom-start"
          arrow={false}
          animation="minimal"
          fill
          popoverClassName="voice-popover"
          content={
            <VoiceList
              label={label}
              voices={data?.list ?? []}
              canClone={data?.can_clone ?? false}
              value={value}
              sample={sample}
              onChange={(voice) => {
                onChange(voice)
                close()
              }}
            />
          }
        >
          <button
            id={id}
            type="button"
            className="select-button voice-button"
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            data-value={value}
            onClick={() => (isOpen ? close() : setOpen(true))}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return
              event.preventDefault()
              setOpen(true)
            }}
          >
            <span className="ellipsis">{chosen}</span>
            <CaretDown size={12} aria-hidden />
          </button>
        </Popover>
        <HearButton voiceId={preset?.voice_id} sample={sample} />
      </div>
    </FormGroup>
  )
}

type Sample = ReturnType<typeof useSample>

function HearButton({ voiceId, sample }: { voiceId: string | undefined; sample: Sample }): ReactNode {
  const { t } = useTranslation('tasks')
  const isPlaying = voiceId !== undefined && sample.playing === voiceId
  return (
    <IconButton
      variant="solid"
      icon={isPlaying ? <Stop /> : <Play />}
      loading={voiceId !== undefined && sample.loading === voiceId}
      disabled={voiceId === undefined}
      label={isPlaying ? t('stop_sample') : t('hear_sample')}
      onClick={() => voiceId !== undefined && sample.turn(voiceId)}
    />
  )
}

interface ListProps {
  label: string
  voices: readonly DubVoice[]
  canClone: boolean
  value: string
  sample: Sample
  onChange: (voice: string) => void
}

/** Voices with filters; arrow keys select, Enter confirms, Space plays. */
function VoiceList({ label, voices, canClone, value, sample, onChange }: ListProps): ReactNode {
  const { t } = useTranslation('tasks')
  const listId = useId()
  const [filter, setFilter] = useState<Filter>(noFilter)
  const list = useRef<HTMLUListElement>(null)
  const nameOf = useVoiceName()
  const shown = useMemo(() => voices.filter((voice) => fits(voice, filter, nameOf(voice))), [voices, filter, nameOf])
  const special = [
    { id: MATCHED_VOICE, name: t('voice_matched') },
    ...(canClone ? [{ id: CLONED_VOICE, name: t('voice_cloned') }] : []),
  ]
  const ids = [...special.map(({ id }) => id), ...shown.map(({ voice_id }) => voice_id)]
  const [at, setAt] = useState(() => Math.max(0, ids.indexOf(value)))
  const goTo = (place: number): void => {
    const next = Math.max(0, Math.min(ids.length - 1, place))
    setAt(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const isPreset = (id: string): boolean => shown.some(({ voice_id }) => voice_id === id)
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = ids[at]
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    const isTyping = event.target instanceof HTMLInputElement
    if (step !== undefined) goTo(at + step)
    else if (event.key === 'Enter' && id !== undefined) onChange(id)
    else if (event.key === ' ' && !isTyping && id !== undefined && isPreset(id)) sample.turn(id)
    else return
    event.preventDefault()
  }
  return (
    <div className="voice-list">
      <VoiceFilters
        voices={voices}
        filter={filter}
        onChange={(part) => setFilter({ ...filter, ...part })}
        onKeyDown={onKeyDown}
        listId={listId}
        takesFocus
      />
      <ul
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={`${listId}-${at}`}
        onKeyDown={onKeyDown}
      >
        {ids.map((id, place) => {
          const voice = shown.find(({ voice_id }) => voice_id === id)
          const name = voice ? voice.name : special.find((one) => one.id === id)?.name
          return (
            <li
              key={id}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={id === value}
              data-at={place === at}
              data-value={id}
              onPointerMove={() => setAt(place)}
              onClick={() => onChange(id)}
            >
              <span className="select-tick">{id === value && <SmallTick aria-hidden />}</span>
              <span className="voice-words">
                <span className="ellipsis">{name}</span>
                {voice && <VoiceTraits voice={voice} />}
              </span>
              {voice && <PlayInList voiceId={id} sample={sample} />}
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && <p className="muted">{t(voices.length === 0 ? 'no_voices' : 'no_voice_fits')}</p>}
    </div>
  )
}

/** The focus stays in the list: Space does the same. */
function PlayInList({ voiceId, sample }: { voiceId: string; sample: Sample }): ReactNode {
  const { t } = useTranslation('tasks')
  const isPlaying = sample.playing === voiceId
  return (
    <span
      // A click on the row selects the voice.
      onClick={(event) => event.stopPropagation()}
    >
      <IconButton
        size="small"
        keepsFocus
        icon={isPlaying ? <Stop /> : <Play />}
        loading={sample.loading === voiceId}
        label={isPlaying ? t('stop_sample') : t('hear_sample')}
        onClick={() => sample.turn(voiceId)}
      />
    </span>
  )
}
