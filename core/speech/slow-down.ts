import type { SlowSpan } from '../domain/slow-span.ts'
import { slowedMs, slowedPieces, slowedRanges } from '../timing/slow-spans.ts'
import { fitLimits } from './fit-cost.ts'
import { type FitLine, type FitOptions, type FitRow, planFit } from './fit-plan.ts'

/** Limits of a slow-down: the greatest factor of a span, and the number of pieces of the video. */
export const slowLimits = { greatestFactor: 1.25, mostPieces: 48 } as const

export interface SlowPlan {
  /** In time order; empty if no line needs one. */
  readonly spans: readonly SlowSpan[]
  /** The lines at the times of the slowed video. */
  readonly rows: readonly FitRow[]
}

const ROUNDS = 4
/** A line's span extends this far after its cue if no other speaker follows: the latest end of a line. */
const REACH_MS = 600
/** Shorter gaps between two slow spans are slowed too. */
const LEAST_GAP_MS = 500
/** A missing millisecond that a line needs weighs as much as this many needless ones. */
const LOSS = 3

const isHurried = ({ isSpoken, rate }: FitRow): boolean => !isSpoken || rate > fitLimits.usualRate
const needOf = (rows: readonly FitRow[]): number =>
  rows.filter(isHurried).reduce((sum, { isSpoken, rate }) => sum + (isSpoken ? rate - fitLimits.usualRate : 2), 0)

/**
 * Slows the picture where `rows`, the plan of the lines, would hurry them, as much as each needs within `slowLimits`.
 * Places the lines again; slows nothing without a gain.
 */
export function planSlowDown(lines: readonly FitLine[], rows: readonly FitRow[], { mediaMs }: FitOptions): SlowPlan {
  const factors = new Map<string, number>()
  let best: SlowPlan = { spans: [], rows }
  let placed = rows
  for (let round = 0; round < ROUNDS; round++) {
    const isRaised = placed.filter((row) => isHurried(row) && raise(factors, row)).length > 0
    if (!isRaised) break
    const spans = spansOf(lines, factors, mediaMs)
    placed = planFit(slowedRanges(spans, lines), { mediaMs: slowedMs(spans, mediaMs) })
    if (needOf(placed) < needOf(best.rows)) best = { spans, rows: placed }
  }
  return { spans: best.spans, rows: best.rows.map((row, at) => ({ ...row, ...verdictIn(best.spans, row, lines[at]) })) }
}

/** Raises a line's factor by what it lacks; false at the limit. */
function raise(factors: Map<string, number>, { id, isSpoken, rate }: FitRow): boolean {
  const { greatestFactor } = slowLimits
  const before = factors.get(id) ?? 1
  const wanted = isSpoken ? before * (rate / fitLimits.usualRate) : greatestFactor
  const factor = Math.min(greatestFactor, Math.ceil(wanted * 100) / 100)
  factors.set(id, factor)
  return factor > before
}

function spansOf(lines: readonly FitLine[], factors: ReadonlyMap<string, number>, mediaMs: number): SlowSpan[] {
  const ordered = [...lines].sort((a, b) => a.start - b.start)
  const own = ordered.flatMap(({ id, start, end }, at) => {
    const factor = factors.get(id)
    const next = ordered.slice(at + 1).find((line) => line.start >= end)?.start ?? Infinity
    const until = Math.min(mediaMs, Math.max(end, Math.min(end + REACH_MS, next)))
    return factor !== undefined && until > start ? [{ start, end: until, factor }] : []
  })
  return limited(withoutGaps(flattened(own)), mediaMs)
}

/** Divides overlapping spans so that each moment has the greatest of their factors. */
function flattened(spans: readonly SlowSpan[]): SlowSpan[] {
  const edges = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b)
  const flat: SlowSpan[] = []
  for (const [at, start] of edges.slice(0, -1).entries()) {
    const end = edges[at + 1] ?? start
    const factor = Math.max(
      1,
      ...spans.flatMap((span) => (span.start <= start && span.end >= end ? [span.factor] : [])),
    )
    const last = flat.at(-1)
    if (factor === 1) continue
    if (last?.end === start && last.factor === factor) flat[flat.length - 1] = { ...last, end }
    else flat.push({ start, end, factor })
  }
  return flat
}

function withoutGaps(spans: readonly SlowSpan[]): SlowSpan[] {
  const wide: SlowSpan[] = []
  for (const span of spans) {
    const last = wide.at(-1)
    const gap = span.start - (last?.end ?? -Infinity)
    if (last && gap > 0 && gap < LEAST_GAP_MS) wide[wide.length - 1] = { ...last, end: span.start }
    wide.push(span)
  }
  return flattened(wide)
}

/** Reduces spans to the number of pieces: joins neighbours, or drops the least important ones. */
function limited(spans: readonly SlowSpan[], mediaMs: number): SlowSpan[] {
  let left = [...spans]
  while (slowedPieces(left, mediaMs).length > slowLimits.mostPieces) left = oneLess(left)
  return left
}

function oneLess(spans: readonly SlowSpan[]): SlowSpan[] {
  const added = ({ start, end, factor }: SlowSpan): number => (factor - 1) * (end - start)
  let best = { cost: Infinity, spans: spans.slice(1) }
  for (const [at, span] of spans.entries()) {
    const next = spans[at + 1]
    const lost = { cost: LOSS * added(span), spans: spans.toSpliced(at, 1) }
    if (lost.cost < best.cost) best = lost
    if (!next) continue
    const both = { start: span.start, end: next.end, factor: Math.max(span.factor, next.factor) }
    const cost = added(both) - added(span) - added(next)
    if (cost < best.cost) best = { cost, spans: spans.toSpliced(at, 2, both) }
  }
  return best.spans
}

/** Marks a line that only fits by a slower picture. */
function verdictIn(spans: readonly SlowSpan[], row: FitRow, line: FitLine | undefined): Partial<FitRow> {
  const isSlow = spans.some(({ start, end }) => line && start < line.end && line.start < end)
  return isSlow && row.verdict !== 'does_not_fit' ? { verdict: 'slowed' } : {}
}
