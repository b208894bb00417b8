import * as z from 'zod/mini'
import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'

/** Choices of this tab: available after a reload, before the server has answered. */
const KEPT_KEY = 'chosen-configs'
const MOST_KEPT = 20

const keptConfig = z.object({
  project_id: z.string(),
  run_type: z.string(),
  task_config: z.record(z.string(), z.unknown()),
  /** When the server stored it, or when it was chosen. */
  update_time: z.string(),
})
type Kept = z.infer<typeof keptConfig>

/** Latest last. */
function here(): Kept[] {
  try {
    return z.array(keptConfig).parse(JSON.parse(sessionStorage.getItem(KEPT_KEY) ?? '[]'))
  } catch {
    return []
  }
}

const keptOf = (projectId: string): Kept | undefined => here().find(({ project_id }) => project_id === projectId)

function keepHere(kept: Kept): void {
  const others = here().filter(({ project_id }) => project_id !== kept.project_id)
  try {
    sessionStorage.setItem(KEPT_KEY, JSON.stringify([...others, kept].slice(-MOST_KEPT)))
  } catch {
    // The server has it a moment later.
  }
}

/** Projects whose choices the server has not acknowledged since the reload: no clock is compared. */
const unanswered = new Set<string>()

/** Stores a project's configuration. Rejects with a failed call. */
export async function keepConfig(projectId: string, run_type: string, config: Record<string, unknown>): Promise<void> {
  const chosen = { project_id: projectId, run_type, task_config: config, update_time: new Date().toISOString() }
  keepHere(chosen)
  unanswered.add(projectId)
  // Completes even if the page is left.
  const { update_time } = await call(
    'configureProject',
    { project_id: projectId, run_type, config },
    { keepalive: true },
  )
  // Another choice may have followed.
  if (keptOf(projectId)?.update_time === chosen.update_time) {
    unanswered.delete(projectId)
    keepHere({ ...chosen, update_time })
  }
  await refresh('getProject')
}

/** A project's configuration: the local choice unless the server's is newer. */
export function configOf(project: DataOf<'getProject'>): Pick<Kept, 'run_type' | 'task_config'> {
  const kept = keptOf(project.project_id)
  if (!kept) return project
  return project.update_time > kept.update_time && !unanswered.has(project.project_id) ? project : kept
}
