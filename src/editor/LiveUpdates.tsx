import type { ReactNode } from 'react'
import { useLiveData } from '#src/api/live.ts'

/** The editor stands outside the shell's frame, so it follows live events by itself. */
export function LiveUpdates(): ReactNode {
  useLiveData()
  return null
}
