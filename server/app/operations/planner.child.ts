import { parentPort } from 'node:worker_threads'
import { planOperation } from '#core/operations/plan.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import type { PlannerJob } from './planner.ts'

parentPort?.on('message', ({ cues, operation, facts }: PlannerJob) => {
  parentPort?.postMessage(planOperation(cueList(cues), operation, facts))
})
