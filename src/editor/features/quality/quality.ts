import * as Comlink from 'comlink'
import { checkAt, countFindings, type FindingCounts, type Findings, recheck } from '#core/checks/check.ts'
import type { FixOptions, FixResult } from '#core/checks/fix.ts'
import type { Finding, Severity } from '#core/checks/rule.ts'
import type { SubtitleMetrics } from '#core/metrics/subtitle-metrics.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { ChecksWorker } from '#workers/checks/checks.worker.ts'
import type { WireCue } from '#core/subtitle/cue/wire.ts'
import type { MediaAnalysis } from '../../media/analysis.ts'
import { followText } from '../../model/follow-text.ts'
import { typingPause } from '../../model/options.ts'
import type { EditorSession } from '../../model/session.ts'
import { Flags } from './flags.ts'
import type { ReviewedFlag } from '../../context/editor.ts'
import type { QualityProfile } from '../../context/quality-profile.ts'
import { perEditor } from '../../context/per-editor.ts'

/**
 * Findings of the open version by the chosen profile, kept up to date: an edit checks its cues and their neighbours, a
 * worker checks the whole text.
 */
export class Quality {
  readonly profile: QualityProfile
  /** Flags that tasks set on lines. */
  readonly flags: Flags
  private findings = new Map<string, readonly Finding[]>()
  private readonly session: EditorSession
  private readonly analysis: MediaAnalysis
  private worker: Comlink.Remote<ChecksWorker> | undefined
  private readonly working = Promise.withResolvers<void>()
  private readonly listeners = new Set<() => void>()
  private readonly wholeListeners = new Set<() => void>()
  private changes = 0
  private total = 0

  constructor(
    session: EditorSession,
    profile: QualityProfile,
    analysis: MediaAnalysis,
    flags: readonly ReviewedFlag[],
  ) {
    this.session = session
    this.flags = new Flags(flags, session.list)
    this.profile = profile
    this.analysis = analysis
  }

  /** Starts watching; returns a function that ends it. */
  start(): () => void {
    const { session, profile, analysis } = this
    const stops = [
      followText(session, (patch) => {
        this.flags.follow(patch, session.list)
        this.total += recheck(this.findings, session.list, patch, profile.limits, analysis.shotChanges)
        this.changed()
      }),
      profile.subscribe(() => {
        this.changed()
        void this.checkWhole()
      }),
      analysis.subscribe({ onShotChanges: () => void this.checkWhole() }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /**
   * Starts checking the whole text; returns a function that terminates the worker. Later than `start`, since passing
   * all lines takes time.
   */
  work(): () => void {
    const thread = new Worker(new URL('../../../../workers/checks/checks.worker.ts', import.meta.url), {
      type: 'module',
    })
    this.worker = Comlink.wrap<ChecksWorker>(thread)
    this.working.resolve()
    void this.checkWhole()
    return () => {
      thread.terminate()
      this.worker = undefined
    }
  }

  private async checkWhole(): Promise<void> {
    const { list } = this.session
    const { limits } = this.profile
    const { shotChanges } = this.analysis
    const found = await this.worker?.check(list.cues, limits, shotChanges)
    // If profile or shot changes have changed, another check is already requested.
    if (!found || limits !== this.profile.limits || shotChanges !== this.analysis.shotChanges) return
    // The worker needs all lines: while the user types, that waits for a pause.
    if (list !== this.session.list) return this.session.loop.idle(this, () => void this.checkWhole(), typingPause)
    this.findings = new Map(found)
    this.total = 0
    for (const findings of this.findings.values()) this.total += findings.length
    this.changedWhole()
  }

  /** The fixers' changes, computed by the worker; undefined if the editor is closed. */
  async fixes(options: FixOptions): Promise<FixResult | undefined> {
    const { shotChanges } = this.analysis
    return this.worker?.fix(this.session.list.cues, this.profile.limits, { ...options, shotChanges })
  }

  /** Counts another version's findings in the worker; undefined if the editor is closed. */
  async countOther(text: WireCue[], language: string): Promise<FindingCounts | undefined> {
    await this.working.promise
    return this.worker?.count(text, this.profile.limitsIn(language), this.analysis.shotChanges)
  }

  /**
   * Metrics of the open version against another by the chosen profile, from the worker; undefined if the editor is
   * closed.
   */
  async measure(reference: readonly Cue[]): Promise<SubtitleMetrics | undefined> {
    return this.worker?.measure(this.session.list.cues, reference, this.profile.limits)
  }

  /** Findings of the open version by severity. */
  get counts(): FindingCounts {
    return countFindings(this.findings)
  }

  get all(): Findings {
    return this.findings
  }

  /** Findings of the cue at an index as shown: during a drag at its previewed times. */
  shownAt(at: number): readonly Finding[] {
    const { list, previewing } = this.session.cells
    if (previewing) return checkAt(list, at, this.profile.limits, this.analysis.shotChanges)
    return this.findings.get(list.cueAt(at).id) ?? none
  }

  /** The highest severity of a cue's findings; undefined without any. */
  severityOf(id: string): Severity | undefined {
    const findings = this.findings.get(id)
    if (!findings) return undefined
    return gravest.find((severity) => findings.some((finding) => finding.severity === severity))
  }

  /** The next or previous cue with a finding or a flag, wrapping around. */
  next(by: 1 | -1): string | undefined {
    const { list, cells } = this.session
    const from = list.index.get(cells.focus ?? '') ?? (by > 0 ? -1 : 0)
    for (let step = 1; step <= list.length; step++) {
      const at = (from + by * step + 2 * list.length) % list.length
      const id = list.at(at)?.id
      if (id !== undefined && (this.findings.has(id) || this.flags.has(id))) return id
    }
    return undefined
  }

  /** The next flagged line; undefined without one. */
  nextFlag(): string | undefined {
    const { list, cells } = this.session
    const from = list.index.get(cells.focus ?? '') ?? -1
    for (let at = from + 1; at < list.length; at++) {
      const id = list.at(at)?.id
      if (id !== undefined && this.flags.has(id)) return id
    }
    return undefined
  }

  /** Records that the user has checked a flagged line. */
  review(id: string): void {
    this.flags.review(id, this.session.list)
    this.changedWhole()
  }

  /** For React: number of findings and flags. */
  readonly count = (): number => this.total + this.flags.size

  /** For React: changes with the findings. */
  readonly version = (): number => this.changes

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Notifies of changes without an edit: a whole check, or a reviewed flag. */
  onWhole(listener: () => void): () => void {
    this.wholeListeners.add(listener)
    return () => this.wholeListeners.delete(listener)
  }

  private changedWhole(): void {
    this.changed()
    for (const listener of this.wholeListeners) listener()
  }

  private changed(): void {
    this.changes++
    for (const listener of this.listeners) listener()
  }
}

const none: readonly Finding[] = []
const gravest: readonly Severity[] = ['error', 'warning', 'hint']

/** Findings of an editor's version. */
export const qualityOf = perEditor(
  ({ session, profile, analysis, opened }) => new Quality(session, profile, analysis, opened.flags),
)
