import type { Cue } from './cue.ts'

/** 0: no cue has a speaker, 1: every cue has one, 3: some do (values of the API). */
export type RoleState = 0 | 1 | 3

/** Number of cues with a speaker. */
export function roleState(cues: readonly Cue[]): RoleState {
  let tagged = 0
  for (const cue of cues) if (cue.roles.length > 0) tagged++
  if (tagged === 0) return 0
  return tagged === cues.length ? 1 : 3
}
