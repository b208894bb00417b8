import { describeTaskState } from '#core/domain/task.ts'
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

/** The price of a cell's task; of cues spoken by an earlier task, only changed ones count. */
export interface CellPrice {
  readonly credits: number
  readonly changed: ChangedLines | undefined
  /** A task that makes or made the same. */
  readonly same: StartedRow | undefined
}

/** Which cells of a batch can start, and their prices. */
export interface Priced {
  readonly wanted: PlannedCell[]
  /** Of each of them. */
  readonly prices: CellPrice[]
  readonly credits: number
  readonly skipped: Skipped[]
}

/** Prices each cell's task and leaves out what can't run, with few queries for many cells. */
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
  return { ...priced, credits: sumOf(priced.prices) }
}

const sumOf = (prices: readonly CellPrice[]): number => prices.reduce((sum, price) => sum + price.credits, 0)

/** The same without cells whose task is under way already: these are refused at the start. */
export function withoutOngoing({ wanted, prices, skipped }: Priced): Priced {
  const isFree = prices.map(({ same }) => !same || !describeTaskState(same.state).isOngoing)
  const refusal = new Refusal('notice', 'being_generated')
  const left = prices.filter((_, at) => isFree[at])
  return {
    wanted: wanted.filter((_, at) => isFree[at]),
    prices: left,
    credits: sumOf(left),
    skipped: [...skipped, ...wanted.filter((_, at) => !isFree[at]).map((cell) => skippedBy(cell, refusal))],
  }
}

/** A cell without a task; errors other than Refusals are rethrown. */
export function skippedBy({ videoId, language = '' }: PlannedCell, error: unknown): Skipped {
  if (!(error instanceof Refusal)) throw error
  return { video_id: videoId, language, key: error.key, params: error.params }
}
