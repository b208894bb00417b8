import { useSyncExternalStore } from 'react'
import type { Limits } from '#core/checks/rule.ts'
import { useEditor } from '../../context/use-editor.ts'

/** Limits of the chosen profile; a new value if its numbers change. */
export function useLimits(): Limits {
  const { profile } = useEditor()
  return useSyncExternalStore(profile.subscribe, profile.allowed)
}
