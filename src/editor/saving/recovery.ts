import { mergeVersions } from '#core/subtitle/merge.ts'
import { forget, type Journal } from './journal.ts'
import type { EditorSession } from '../session.ts'

/** Writes every change of a session to its journal, and tells of those made here; returns what ends it. */
export function followEdits(session: EditorSession, journal: Journal, onCommit: () => void): () => void {
  journal.open()
  return session.onChange(({ patch, origin }) => {
    journal.append(patch)
    if (origin !== 'remote') onCommit()
  })
}

/** Merges what lost tabs left into the session, line by line; true where something came of it. */
export async function recoverDrafts(session: EditorSession, journal: Journal, onTaken: () => void): Promise<boolean> {
  // A browser that keeps nothing has nothing to bring back.
  const left = await journal.unsettled().catch(() => [])
  if (left.length === 0) return false
  const before = session.list
  for (const { base, mine } of left) {
    const { cues, conflicts } = mergeVersions(base, mine, session.list.cues)
    session.adopt(cues, conflicts)
  }
  const isTaken = session.list !== before
  if (isTaken) onTaken()
  if (!isTaken || (await journal.kept())) await forget(left.map(({ id }) => id))
  return isTaken
}
