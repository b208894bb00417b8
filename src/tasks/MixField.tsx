import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Switch } from '#src/ui/Checkbox.ts'
import { mixChoices, mixSettingsOf } from './mix-settings.ts'

type MixChoices = ReturnType<typeof mixChoices>

/** What the mixer of a version has, and whether the dub gets it; undefined if nothing was set there. */
export function useMix(fileId: string | undefined): {
  readonly found: MixChoices | undefined
  readonly isUsed: boolean
  readonly use: (isUsed: boolean) => void
} {
  const [isUsed, use] = useState(true)
  const choices = mixChoices(mixSettingsOf(fileId))
  const isUsual = JSON.stringify(choices) === JSON.stringify(mixChoices(mixSettingsOf(undefined)))
  return { found: isUsual ? undefined : choices, isUsed, use }
}

/** Whether the dub gets the levels and the loudness of the editor's mixer. */
export function MixField({ mix: { found, isUsed, use } }: { mix: ReturnType<typeof useMix> }): ReactNode {
  const { t } = useTranslation('tasks')
  if (!found) return null
  const { speaker_levels, background_db, loudness } = found
  const count = speaker_levels.length + (background_db === 0 ? 0 : 1)
  return (
    <Switch
      checked={isUsed}
      label={t('mix_levels', { count, lufs: String(loudness).replace('-', '−') })}
      onChange={({ currentTarget }) => use(currentTarget.checked)}
    />
  )
}
