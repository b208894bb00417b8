import { useSyncExternalStore } from 'react'
import type { Limits } from '#core/checks/rule.ts'
import { useEditor } from '../use-editor.ts'

/** What the chosen profile allows; other numbers of the same profile are another value. */
export function useLimits(): Limits {
  const { profile } = useEditor().quality
  return useSyncExternalStore(profile.subscribe, profile.allowed)
}
