import type { TaskKind } from '#core/tasks/kind.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { startable } from '../tasks/check.ts'
import type { ChangedLines } from '../tasks/kind.ts'
import type { StartedRow } from '../tasks/same.ts'
import { StartSource } from '../tasks/source.ts'
import { checkQuote } from '../tasks/start.ts'
import type { PlannedCell } from './plan.ts'
import type { Skipped } from './skipped.ts'

/** Cells whose texts are in memory at once. */
const PRICED_AT_ONCE = 200

/** What the task of a cell costs; of lines that an earlier task spoke, those that changed alone. */
export interface CellPrice {
  readonly credits: number
  readonly changed: ChangedLines | undefined
  /** A task that makes or made the same. */
  readonly same: StartedRow | undefined
}

/** What of a batch can be started, at what price. */
export interface Priced {
  readonly wanted: PlannedCell[]
  /** Of each of them. */
  readonly prices: CellPrice[]
  readonly credits: number
  readonly skipped: Skipped[]
}

/** Asks for each cell what its task would cost, and leaves out what can't run; a few queries for many of them. */
export async function priceCells(
  deps: Deps,
  accountId: string,
  kind: TaskKind,
  cells: readonly PlannedCell[],
): Promise<Priced> {
  const task = startable(deps, kind.type)
  const priced = { wanted: [] as PlannedCell[], prices: [] as CellPrice[], skipped: [] as Skipped[] }
  for (let from = 0; from < cells.length; from += PRICED_AT_ONCE) {
    const some = cells.slice(from, from + PRICED_AT_ONCE)
    const source = new StartSource(deps.db, accountId)
    await source.readAhead(some.map(({ subjects }) => subjects))
    for (const cell of some) {
      try {
        if (kind.subjects.includes('subtitle') && !cell.subjects.subtitle) throw new Refusal('refused', 'no_version')
        const { video: video_id, subtitle: file_id } = cell.subjects
        const checked = await checkQuote(source, task, { ...cell.config, video_id, file_id })
        const { credits, prepared } = checked
        priced.prices.push({ credits, changed: prepared.changed, same: await source.same(kind, checked) })
        priced.wanted.push(cell)
      } catch (error) {
        priced.skipped.push(skippedBy(cell, error))
      }
    }
  }
  return { ...priced, credits: priced.prices.reduce((sum, price) => sum + price.credits, 0) }
}

/** A cell that no task is started for; what is no Refusal is thrown on. */
export function skippedBy({ videoId, language = '' }: PlannedCell, error: unknown): Skipped {
  if (!(error instanceof Refusal)) throw error
  return { video_id: videoId, language, key: error.key, params: error.params }
}
