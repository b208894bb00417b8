import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Limits } from '#core/checks/rule.ts'
import { type TimeNotation, writeLength } from '#core/timing/time-notation.ts'

/** What a profile allows, as it is told beside a figure. */
export interface LimitWords {
  readonly length: string
  readonly cps: string
  readonly cpl: string
}

/** Kept: to put a number into a sentence costs more than the figure, which changes at each edit. */
export function useLimitWords(
  { minDuration, maxDuration, cps, lineLength }: Limits,
  notation: TimeNotation,
): LimitWords {
  const { t } = useTranslation('editor')
  return useMemo(
    () => ({
      length: t(notation.unit === 'frames' ? 'frames_of' : 'seconds_of', {
        min: writeLength(0, minDuration, notation),
        max: writeLength(0, maxDuration, notation),
      }),
      cps: t('cps_of', { max: cps }),
      cpl: t('cpl_of', { max: lineLength }),
    }),
    [t, minDuration, maxDuration, cps, lineLength, notation],
  )
}
