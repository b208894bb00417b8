import type { Cue } from './cue.ts'

/** Number of cues of each speaker; a cue with several counts for each. */
export function roleLines(cues: readonly Cue[]): Record<string, number> {
  const lines = new Map<string, number>()
  for (const { roles } of cues) for (const role of roles) lines.set(role, (lines.get(role) ?? 0) + 1)
  return Object.fromEntries(lines)
}
