import * as z from 'zod/mini'
import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'

/** What was chosen in this tab: who comes back, or reads the page again, before the server has answered finds it too. */
const KEPT_KEY = 'chosen-configs'
const MOST_KEPT = 20

const keptConfig = z.object({
  project_id: z.string(),
  run_type: z.string(),
  task_config: z.record(z.string(), z.unknown()),
  /** When the server had it, or when it was chosen where that is not known. */
  update_time: z.string(),
})
type Kept = z.infer<typeof keptConfig>

/** The latest last. */
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

/** Projects whose choices the server has not answered to since the page was read: no clock has to say which are newer. */
const unanswered = new Set<string>()

/** Keeps the configuration of a project. Rejects with a failed call. */
export async function keepConfig(projectId: string, run_type: string, config: Record<string, unknown>): Promise<void> {
  const chosen = { project_id: projectId, run_type, task_config: config, update_time: new Date().toISOString() }
  keepHere(chosen)
  unanswered.add(projectId)
  // Sent to its end also where the page goes meanwhile.
  const { update_time } = await call(
    'configureProject',
    { project_id: projectId, run_type, config },
    { keepalive: true },
  )
  // Something else may have been chosen since.
  if (keptOf(projectId)?.update_time === chosen.update_time) {
    unanswered.delete(projectId)
    keepHere({ ...chosen, update_time })
  }
  await refresh('getProject')
}

/** The configuration of a project: as it was chosen here, unless the server has a newer one. */
export function configOf(project: DataOf<'getProject'>): Pick<Kept, 'run_type' | 'task_config'> {
  const kept = keptOf(project.project_id)
  if (!kept) return project
  return project.update_time > kept.update_time && !unanswered.has(project.project_id) ? project : kept
}
