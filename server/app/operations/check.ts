import type { Deps } from '../deps.ts'
import { folderSettings } from '../pro/settings.ts'
import { notFound } from '../refusal.ts'
import { findHead } from '../subtitles/read.ts'
import { planOne } from './run.ts'
import { TargetFacts, targetsById } from './targets.ts'

/** How many findings of the folder's profile one of the caller's versions has. Throws a Refusal if it is gone. */
export async function checkVersion(
  deps: Deps,
  accountId: string,
  fileId: string,
): Promise<{ error: number; warning: number; hint: number }> {
  const { folder_id } = await findHead(deps.db, accountId, fileId)
  const operation = { kind: 'check', profile: (await folderSettings(deps.db, folder_id)).profile || 'cuelane' } as const
  const [target] = await targetsById(deps.db, accountId, folder_id, [fileId])
  if (!target) throw notFound()
  const facts = new TargetFacts(deps, accountId, operation)
  const made = await deps.heavy.run(accountId, target.size, (steps) =>
    planOne(deps, steps, { target, facts, operation }),
  )
  if (!made) throw notFound()
  return made.plan.counts ?? { error: 0, warning: 0, hint: 0 }
}
