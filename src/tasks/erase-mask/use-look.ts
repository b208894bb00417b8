import { useState } from 'react'
import type { InputOf } from '#core/contract/index.ts'
import { type CallFailed, idempotencyKey } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import type { Look } from './mask-edits.ts'

type LookChoices = Omit<InputOf<'lookAtErase'>, 'idempotency_key'>

/** How far a look is. */
export interface LookState {
  readonly isAsked: boolean
  readonly isWaiting: boolean
  /** 0 to 1. */
  readonly progress: number
  readonly look: Look | undefined
  readonly error: CallFailed | undefined
  /** Asks for the look, or once more where it failed. */
  readonly ask: () => void
}

const AGAIN_MS = 700

/** A look at what an erasure with some choices would take out, `atOnce` or when it is asked for; other choices are another look. */
export function useLook(choices: LookChoices, atOnce: boolean): LookState {
  const text = JSON.stringify(choices)
  const ofNow = (): { text: string; key: string } => ({ text, key: idempotencyKey() })
  const [asked, setAsked] = useState(() => (atOnce ? ofNow() : undefined))
  const isAsked = asked?.text === text
  const input = isAsked ? { ...choices, idempotency_key: asked.key } : undefined
  const { data, error } = useCall('lookAtErase', input, {
    refreshInterval: (latest) => (latest?.look ? 0 : AGAIN_MS),
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
    keepPreviousData: false,
  })
  return {
    isAsked,
    isWaiting: data?.is_waiting ?? true,
    progress: data?.progress ?? 0,
    look: data?.look ?? undefined,
    error: data?.look ? undefined : error,
    ask: () => setAsked(ofNow()),
  }
}
