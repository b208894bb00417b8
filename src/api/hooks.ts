import useSWR, { mutate, preload, type SWRConfiguration, type SWRResponse } from 'swr'
import type { CallName, DataOf, InputOf } from '#core/contract/index.ts'
import { call, type CallFailed } from './call.ts'
import { account } from './session.ts'

type Key = readonly [CallName, unknown, string]

/** A reading call's data, cached by name, input and user; `undefined` input = not yet. */
export function useCall<N extends CallName>(
  name: N,
  input: InputOf<N> | undefined,
  config?: SWRConfiguration,
): SWRResponse<DataOf<N>, CallFailed> {
  const key = input === undefined ? null : ([name, input, account.token] as const)
  const fetch = input === undefined ? null : () => call(name, input)
  return useSWR<DataOf<N>, CallFailed>(key, fetch, config)
}

/** Prefetches a call for a page that is not shown yet: its `useCall` takes the answer, also a failure. */
export function callAhead<N extends CallName>(name: N, input: InputOf<N>): Promise<DataOf<N>> {
  const answer = preload([name, input, account.token] as const, () => call(name, input))
  answer.catch(() => undefined)
  return answer
}

/** Revalidates all data of these calls. */
export async function refresh(...names: CallName[]): Promise<void> {
  await mutate((key) => Array.isArray(key) && names.includes((key as unknown as Key)[0]))
}
