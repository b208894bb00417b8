import { useState } from 'react'
import type { InputOf } from '#core/contract/index.ts'
import { type CallFailed, idempotencyKey } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import type { Look } from './mask-edits.ts'

type LookChoices = Omit<InputOf<'lookAtErase'>, 'idempotency_key'>

/** Progress of a preview. */
export interface LookState {
  readonly isAsked: boolean
  readonly isWaiting: boolean
  /** 0 to 1. */
  readonly progress: number
  readonly look: Look | undefined
  readonly error: CallFailed | undefined
  /** Requests the preview, or retries it. */
  readonly ask: () => void
}

const AGAIN_MS = 700

/** A preview of an erasure with some choices, `atOnce` or on request; other choices give another one. */
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
