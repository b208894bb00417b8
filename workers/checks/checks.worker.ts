import * as Comlink from 'comlink'
import { checkAll, countFindings, type FindingCounts, type Findings } from '#core/checks/check.ts'
import { fixAll, type FixOptions, type FixResult } from '#core/checks/fix.ts'
import type { Limits } from '#core/checks/rule.ts'
import { type SubtitleMetrics, subtitleMetrics } from '#core/metrics/subtitle-metrics.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { fromWire, type WireCue } from '#core/subtitle/cue/wire.ts'

/** Checks whole documents in a worker: 10,000 cues take longer than a frame. */
const worker = {
  check(cues: readonly Cue[], limits: Limits, shotChanges: readonly number[]): Findings {
    return checkAll(cues, limits, shotChanges)
  },
  /** Figures of a version as the server sent it. */
  count(text: WireCue[], limits: Limits, shotChanges: readonly number[]): FindingCounts {
    return countFindings(checkAll(fromWire(text) ?? [], limits, shotChanges))
  },
  /** Metrics of a text against a reference, some seconds for a long one. */
  measure(cues: readonly Cue[], reference: readonly Cue[], limits: Limits): SubtitleMetrics {
    return subtitleMetrics(cues, reference, limits)
  },
  fix(cues: readonly Cue[], limits: Limits, options: FixOptions): FixResult {
    return fixAll(cueList(cues), limits, options)
  },
}

export type ChecksWorker = typeof worker

Comlink.expose(worker)
