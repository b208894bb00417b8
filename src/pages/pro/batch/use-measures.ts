import { useEffect, useRef, useState } from 'react'
import type { MatrixCell } from '#core/contract/batch.ts'
import type { DataOf } from '#core/contract/index.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'

/** How far what a task made is from its reference. */
export type Measures = DataOf<'measureVersion'>

/** What a task made, and what that is measured against. */
export const pairOf = ({ made_id, reference_id }: MatrixCell): string => `${made_id} ${reference_id}`

/** Measures by pairs of versions, one after the other, while they are asked for. */
export function useMeasures(cells: readonly MatrixCell[], isOn: boolean): ReadonlyMap<string, Measures> {
  const [known, setKnown] = useState<ReadonlyMap<string, Measures>>(new Map())
  const asked = useRef(new Set<string>())
  const wanted = isOn ? cells.map(pairOf).join('\n') : ''
  useEffect(() => {
    const control = new AbortController()
    const pairs = wanted.split('\n').filter((pair) => pair !== '' && !asked.current.has(pair))
    void measureAll(pairs, control.signal, (pair, measures) => {
      asked.current.add(pair)
      setKnown((before) => new Map(before).set(pair, measures))
    })
    return () => control.abort()
  }, [wanted])
  return known
}

async function measureAll(
  pairs: readonly string[],
  signal: AbortSignal,
  onMeasured: (pair: string, measures: Measures) => void,
): Promise<void> {
  for (const pair of pairs) {
    const [file_id = '', reference_id = ''] = pair.split(' ')
    try {
      onMeasured(pair, await call('measureVersion', { file_id, reference_id }, { signal }))
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof CallFailed)) throw error
      // The others would fail alike: no network, or the account is signed out.
      notifyFailure(error)
      return
    }
  }
}

/** The mean of some measures; undefined of none. */
export function meanOf(all: readonly Measures[]): Measures | undefined {
  const [first] = all
  if (!first) return undefined
  const mean = (name: 'wer' | 'suber' | 'breaks' | 'within'): number =>
    all.reduce((sum, each) => sum + each[name], 0) / all.length
  return { ...first, wer: mean('wer'), suber: mean('suber'), breaks: mean('breaks'), within: mean('within') }
}
