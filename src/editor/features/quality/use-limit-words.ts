import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Limits } from '#core/checks/rule.ts'
import { type TimeNotation, writeLength } from '#core/timing/time-notation.ts'

/** Limits of a profile, as shown beside a figure. */
export interface LimitWords {
  readonly length: string
  readonly cps: string
  readonly cpl: string
}

/** Cached: formatting a number into a message costs more than the figure, which changes with each edit. */
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
