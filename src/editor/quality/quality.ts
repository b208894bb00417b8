import * as Comlink from 'comlink'
import { type Findings, recheck } from '#core/checks/check.ts'
import type { FixOptions, FixResult } from '#core/checks/fix.ts'
import { type CheckOptions, limitsOf, profileIds, type ProfileId, profiles } from '#core/checks/profiles.ts'
import type { Finding, Limits } from '#core/checks/rule.ts'
import type { ChecksWorker } from '#workers/checks/checks.worker.ts'
import type { EditorSession } from '../session.ts'

const STORED = 'cuelane-profile'

/**
 * What is wrong with the open version by the chosen profile, kept up to date: each edit looks at its own lines and their
 * neighbours, a whole check runs in a worker.
 */
export class Quality {
  limits: Limits
  profile: ProfileId
  private findings = new Map<string, readonly Finding[]>()
  private readonly session: EditorSession
  private readonly options: CheckOptions
  private worker: Comlink.Remote<ChecksWorker> | undefined
  private readonly listeners = new Set<() => void>()
  private changes = 0
  private cuts: readonly number[] = []

  constructor(session: EditorSession, options: CheckOptions) {
    this.session = session
    this.options = options
    this.profile = storedProfile()
    this.limits = this.take()
  }

  /** The limits of the profile, which keys and drags keep to as well. */
  private take(): Limits {
    const limits = limitsOf(profiles[this.profile], this.options)
    this.session.rules = { ...this.session.rules, gap: limits.gap }
    this.session.row = { length: limits.lineLength, unspaced: /^(?:zh|ja|th)/.test(limits.language) }
    return limits
  }

  /** Begins to watch; returns what ends it and the worker. */
  start(): () => void {
    const thread = new Worker(new URL('../../../workers/checks/checks.worker.ts', import.meta.url), { type: 'module' })
    this.worker = Comlink.wrap<ChecksWorker>(thread)
    const stop = this.session.onChange((patch) => {
      recheck(this.findings, this.session.list, patch, this.limits, this.cuts)
      this.changed()
    })
    void this.checkWhole()
    return () => {
      stop()
      thread.terminate()
      this.worker = undefined
    }
  }

  choose(profile: ProfileId): void {
    localStorage.setItem(STORED, profile)
    this.profile = profile
    this.limits = this.take()
    this.changed()
    void this.checkWhole()
  }

  /** Shot changes, which some rules need; they may come in several lots. */
  setShotChanges(cuts: readonly number[]): void {
    this.cuts = cuts
    void this.checkWhole()
  }

  private async checkWhole(): Promise<void> {
    const { list } = this.session
    const { limits, cuts } = this
    const found = await this.worker?.check(list.cues, limits, cuts)
    // Somebody went on typing, or chose another profile: what was found is of yesterday.
    if (!found || limits !== this.limits || cuts !== this.cuts) return
    if (list !== this.session.list) return this.checkWhole()
    this.findings = new Map(found)
    this.changed()
  }

  /** What the fixers would do, by the worker; nothing where nobody watches any more. */
  async fixes(options: FixOptions): Promise<FixResult | undefined> {
    return this.worker?.fix(this.session.list.cues, this.limits, { ...options, shotChanges: this.cuts })
  }

  get all(): Findings {
    return this.findings
  }

  /** The line with a finding after the one in focus, or before it; from the other end where there is none. */
  next(by: 1 | -1): string | undefined {
    const { list, cells } = this.session
    const from = list.index.get(cells.focus ?? '') ?? (by > 0 ? -1 : 0)
    for (let step = 1; step <= list.length; step++) {
      const at = (from + by * step + 2 * list.length) % list.length
      const { id } = list.at(at)!
      if (this.findings.has(id)) return id
    }
    return undefined
  }

  /** How many findings there are. */
  get count(): number {
    let count = 0
    for (const found of this.findings.values()) count += found.length
    return count
  }

  /** For React: what changes with the profile only. */
  readonly profileVersion = (): ProfileId => this.profile
  /** For React: a number that changes with the findings. */
  readonly version = (): number => this.changes
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private changed(): void {
    this.changes++
    for (const listener of this.listeners) listener()
  }
}

function storedProfile(): ProfileId {
  const stored = localStorage.getItem(STORED)
  return profileIds.find((id) => id === stored) ?? 'cuelane'
}
