/** The pipeline's goals: figures of one run with their limits, as one table at the end. */
import { number, printTable } from './table.ts'

interface Goal {
  readonly what: string
  /** NaN if not measured. */
  readonly figure: number
  readonly unit: string
  /** The figure is no smaller, or no greater, than the limit. */
  readonly limit: { readonly least: number } | { readonly most: number }
}

const goals: Goal[] = []

/** Adds a figure to the final table. */
export function goal(what: string, figure: number, limit: Goal['limit'], unit = ''): void {
  goals.push({ what, figure, unit, limit })
}

/** Prints all measured goals, and whether each is met. */
export function printGoals(): void {
  const measured = goals.filter(({ figure }) => !Number.isNaN(figure))
  if (measured.length === 0) return
  const rows = measured.map(({ what, figure, unit, limit }) => {
    const isMet = 'least' in limit ? figure >= limit.least : figure <= limit.most
    const wanted = 'least' in limit ? `≥ ${limit.least}` : `≤ ${limit.most}`
    return [what, `${number(figure)}${unit}`, `${wanted}${unit}`, isMet ? 'yes' : 'no']
  })
  printTable('Goals of the pipeline', ['goal', 'here', 'wanted', 'met'], rows)
}
