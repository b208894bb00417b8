import { FormGroup } from '@blueprintjs/core'
import { Play, Stop } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import { CLONED_VOICE, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Select } from '#src/ui/Select.tsx'
import { useVoiceName } from './voice-words.ts'

interface Props {
  id: string
  label: string
  language: LanguageCode
  value: string
  onChange: (voice: string) => void
}

/** Choice of a voice: one matched to the speaker, one cloned where that can be done, or a preset one with a sample to hear. */
export function VoiceSelect({ id, label, language, value, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const { data } = useCall('listVoices', { language })
  const nameOf = useVoiceName()
  const voices = data?.list ?? []
  const options = [
    { value: MATCHED_VOICE, label: t('voice_matched') },
    ...(data?.can_clone ? [{ value: CLONED_VOICE, label: t('voice_cloned') }] : []),
    ...voices.map((voice) => ({ value: voice.voice_id, label: nameOf(voice) })),
  ]
  const isPreset = voices.some(({ voice_id }) => voice_id === value)
  return (
    <FormGroup label={label} labelFor={id}>
      <div className="voice-choice">
        <Select id={id} value={value} options={options} onChange={onChange} />
        <HearButton key={`${value} ${language}`} voiceId={isPreset ? value : undefined} language={language} />
      </div>
    </FormGroup>
  )
}

/** Plays a sentence in a voice, which is made the first time. */
function HearButton({ voiceId, language }: { voiceId: string | undefined; language: LanguageCode }): ReactNode {
  const { t } = useTranslation('tasks')
  const [state, setState] = useState<'quiet' | 'loading' | 'playing'>('quiet')
  const audio = useRef<HTMLAudioElement>(undefined)
  useEffect(() => () => audio.current?.pause(), [])
  const play = async (voice_id: string): Promise<void> => {
    setState('loading')
    try {
      const { sample_url } = await call('hearVoice', { voice_id, language })
      audio.current = new Audio(sample_url)
      audio.current.onended = () => setState('quiet')
      await audio.current.play()
      setState('playing')
    } catch (error) {
      setState('quiet')
      notifyFailure(error)
    }
  }
  const stop = (): void => {
    audio.current?.pause()
    setState('quiet')
  }
  return (
    <IconButton
      variant="solid"
      icon={state === 'playing' ? <Stop /> : <Play />}
      loading={state === 'loading'}
      disabled={voiceId === undefined}
      label={state === 'playing' ? t('stop_sample') : t('hear_sample')}
      onClick={() => (state === 'playing' ? stop() : void (voiceId !== undefined && play(voiceId)))}
    />
  )
}
