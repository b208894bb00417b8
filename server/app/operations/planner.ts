import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Operation } from '#core/domain/operation.ts'
import type { OperationFacts, OperationPlan } from '#core/operations/plan.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { Refusal } from '../refusal.ts'

/** One version for the planner's thread. */
export interface PlannerJob {
  readonly cues: readonly Cue[]
  readonly operation: Operation
  readonly facts: OperationFacts
}

/** Undefined: the pattern is none. */
export type PlannerAnswer = OperationPlan | undefined

/** A pattern that has not answered by then never will; the fixes of 100,000 lines take less. */
const PATIENCE_MS = 20_000
const PATTERN_PATIENCE_MS = 3000

/** Plans operations in a thread of its own, which a pattern that goes nowhere is ended with. */
export class Planner {
  private thread: Worker | undefined

  /** What an operation does to one version. Throws a Refusal about its pattern. */
  async plan(job: PlannerJob): Promise<OperationPlan> {
    const thread = (this.thread ??= new Worker(join(import.meta.dirname, 'planner.child.ts')))
    const { promise, resolve, reject } = Promise.withResolvers<PlannerAnswer>()
    const isPattern = job.operation.kind === 'replace' && job.operation.is_pattern
    const timer = setTimeout(
      () => reject(new Refusal('refused', isPattern ? 'pattern_slow' : 'operation_slow')),
      isPattern ? PATTERN_PATIENCE_MS : PATIENCE_MS,
    )
    thread.on('message', resolve)
    thread.on('error', reject)
    try {
      thread.postMessage(job)
      const plan = await promise
      if (!plan) throw new Refusal('refused', 'pattern_unreadable')
      return plan
    } finally {
      clearTimeout(timer)
      thread.off('message', resolve)
      thread.off('error', reject)
    }
  }

  async close(): Promise<void> {
    await this.thread?.terminate()
    this.thread = undefined
  }
}
