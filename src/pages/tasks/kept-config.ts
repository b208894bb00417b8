import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'

interface Kept {
  readonly run_type: string
  readonly task_config: Readonly<Record<string, unknown>>
  /** When the server had it; undefined until then. */
  update_time?: string
}

/** What was chosen here, by project: who comes back before the server has answered finds it too. */
const here = new Map<string, Kept>()

/** Keeps the configuration of a project. Rejects with a failed call. */
export async function keepConfig(projectId: string, run_type: string, config: Record<string, unknown>): Promise<void> {
  const kept: Kept = { run_type, task_config: config }
  here.set(projectId, kept)
  // Sent to its end also where the page goes meanwhile.
  const answer = await call('configureProject', { project_id: projectId, run_type, config }, { keepalive: true })
  kept.update_time = answer.update_time
  await refresh('getProject')
}

/** The configuration of a project: as it was chosen here, unless the server has a newer one. */
export function configOf(project: DataOf<'getProject'>): Pick<Kept, 'run_type' | 'task_config'> {
  const kept = here.get(project.project_id)
  return !kept || (kept.update_time !== undefined && project.update_time > kept.update_time) ? project : kept
}
