import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DubVoice } from '#core/contract/voice.ts'
import { type VoiceStyle, voiceStyles } from '#core/domain/voices.ts'

/** Translated styles of voices; others show the engine's word. */
const styles: Record<VoiceStyle, ParseKeys<'tasks'>> = {
  calm: 'style_calm',
  bright: 'style_bright',
  warm: 'style_warm',
  lively: 'style_lively',
  gentle: 'style_gentle',
  playful: 'style_playful',
  deep: 'style_deep',
  serious: 'style_serious',
  clear: 'style_clear',
  dry: 'style_dry',
  narrating: 'style_narrating',
  soft: 'style_soft',
  even: 'style_even',
}

/** The word for a style. */
export function useVoiceStyle(): (style: string) => string {
  const { t } = useTranslation('tasks')
  return (style) => {
    const known = voiceStyles.find((one) => one === style)
    return known ? t(styles[known]) : style
  }
}

/** `Clara · female · middle-aged · calm`. */
export function useVoiceName(): (voice: DubVoice) => string {
  const { t } = useTranslation('tasks')
  const styleOf = useVoiceStyle()
  return ({ name, gender, age, style }) =>
    [name, t(`gender_${gender}`), t(`age_${age}`), styleOf(style)].filter(Boolean).join(' · ')
}
