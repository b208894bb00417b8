import { limitsOf, profiles } from '#core/checks/profiles.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { EditorLoop } from '#src/editor/model/loop.ts'
import { EditorSession } from '#src/editor/model/session.ts'
import type { SessionParts } from '#src/editor/model/session-parts.ts'

/** A session alone: no video, no other versions, refusals ignored. */
export function openSession(cues: readonly Cue[], parts: Partial<SessionParts> = {}): EditorSession {
  return new EditorSession({
    cues,
    loop: new EditorLoop(),
    durationMs: 0,
    rate: undefined,
    clock: { ms: 0 },
    profile: { limits: limitsOf(profiles.cuelane) },
    analysis: { shotChanges: [], speech: [] },
    follow: () => [],
    onRefusal: () => undefined,
    ...parts,
  })
}
