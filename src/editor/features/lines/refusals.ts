import { useCallback, useState } from 'react'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { TimeNotation } from '#core/timing/time-notation.ts'
import { type RowTime, writtenTime } from '../../parts/row-times.ts'
import type { Refusal } from '../../parts/TimeField.tsx'

/** Refused times of all lines; each stays until it is corrected, also while another line is active. */
export type Refusals = ReadonlyMap<string, Refusal>

const keyOf = (id: string, { name }: RowTime): string => `${name} ${id}`

export function useRefusals() {
  const [refusals, setRefusals] = useState<Refusals>(new Map())
  const refuse = useCallback((id: string, time: RowTime, refusal: Refusal | undefined) => {
    const key = keyOf(id, time)
    setRefusals((before) => {
      if (before.get(key) === refusal) return before
      const after = new Map(before)
      if (refusal) after.set(key, refusal)
      else after.delete(key)
      return after
    })
  }, [])
  return [refusals, refuse] as const
}

/** The refusal of a time, unless it has changed since. */
export function refusalOf(refusals: Refusals, cue: Cue, time: RowTime, notation: TimeNotation): Refusal | undefined {
  const refusal = refusals.size > 0 ? refusals.get(keyOf(cue.id, time)) : undefined
  return refusal?.over === writtenTime(time, cue, notation) ? refusal : undefined
}
