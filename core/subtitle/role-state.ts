import type { Cue } from './cue.ts'

/** 0 untagged, 1 every line has a speaker, 3 some have. */
export type RoleState = 0 | 1 | 3

export function roleState(cues: readonly Cue[]): RoleState {
  let tagged = 0
  for (const cue of cues) if (cue.roles.length > 0) tagged++
  if (tagged === 0) return 0
  return tagged === cues.length ? 1 : 3
}
