import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'

type Voices = NonNullable<DataOf<'getTask'>['task_info']['voices']>

/** The number of diarised voices, with its confidence and the number that is nearly as likely. */
export function VoicesFound({ voices: { count, sure, maybe } }: { voices: Voices }): ReactNode {
  const { t } = useTranslation('tasks')
  const share = Math.round(100 * (sure ?? 0))
  if (count < 2 && maybe !== null) return t('voices_unsure', { count, maybe })
  if (maybe !== null) return t('voices_maybe', { count, share, maybe })
  return sure === null ? t('voices_apart_plain', { count }) : t('voices_apart', { count, share })
}
