import * as Comlink from 'comlink'
import { checkAll, type Findings } from '#core/checks/check.ts'
import { fixAll, type FixOptions, type FixResult } from '#core/checks/fix.ts'
import type { Limits } from '#core/checks/rule.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import type { Cue } from '#core/subtitle/cue.ts'

/** Rules over whole documents, off the page's thread: 10,000 lines take longer than a frame. */
const worker = {
  check(cues: readonly Cue[], limits: Limits, shotChanges: readonly number[]): Findings {
    return checkAll(cues, limits, shotChanges)
  },
  fix(cues: readonly Cue[], limits: Limits, options: FixOptions): FixResult {
    return fixAll(cueList(cues), limits, options)
  },
}

export type ChecksWorker = typeof worker

Comlink.expose(worker)
