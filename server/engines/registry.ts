import { z } from 'zod'
import type { EngineCoverage } from '#core/domain/engines.ts'
import { type Env, readSettings, wholeNumber } from '../settings.ts'
import type { SetupMessage } from '#core/domain/setup-message.ts'
import { bounded } from './bounded.ts'
import {
  type EngineAdapter,
  type Engines,
  type Missing,
  type Needs,
  type Offer,
  type Port,
  servesNeed,
} from './ports.ts'
import { EngineRests } from './failover.ts'
import { ProgramMissing } from './program.ts'

/** The state of one adapter on this machine. */
export interface EngineReport {
  readonly port: Port
  /** The adapter's name. */
  readonly name: string
  /** Display name. */
  readonly label: string
  readonly isOffered: boolean
  readonly serves: EngineCoverage
  /** Version or model; for a missing engine, what it lacks. */
  readonly detail: string
  /** What to do about a missing engine; null for an available one. */
  readonly remedy: SetupMessage | null
  /** True if it waits for a setting that only some installations want. */
  readonly isOptional: boolean
  /** What of an available engine does not work; reports of earlier versions lack it. */
  readonly problem?: SetupMessage | undefined
}

/** An engine of this machine. */
export interface OpenEngine<P extends Port = Port> {
  readonly port: P
  /** The adapter's name. */
  readonly name: string
  readonly serves: EngineCoverage
  readonly engine: Engines[P]
}

/** This machine has no engine for a need; another one may. */
export class EngineMissing extends ProgramMissing {
  readonly port: Port
  readonly need: Needs[Port]
  constructor(port: Port, need: Needs[Port], lacks: string) {
    super(lacks)
    this.port = port
    this.need = need
  }
}

/** The engines of this machine. */
export class EngineRegistry {
  /** One per adapter, in order of preference. */
  readonly reports: readonly EngineReport[]
  private readonly open: readonly OpenEngine[]
  private readonly rests = new EngineRests()

  constructor(reports: readonly EngineReport[], open: readonly OpenEngine[]) {
    this.reports = reports
    this.open = open
  }

  /** The preferred available engine that meets the need. */
  for<P extends Port>(port: P, need: Needs[P]): Engines[P] | undefined {
    return this.inOrder(port, need)[0]?.engine
  }

  /** Like `for`; throws EngineMissing with what the port's first engine lacks if there is none. */
  need<P extends Port>(port: P, need: Needs[P]): Engines[P] {
    return this.needInOrder(port, need)[0].engine
  }

  /** Every available engine that meets the need, the preferred one first. */
  inOrder<P extends Port>(port: P, need: Needs[P]): OpenEngine<P>[] {
    const isOfPort = (entry: OpenEngine): entry is OpenEngine<P> => entry.port === port
    return this.open.filter(isOfPort).filter((entry) => servesNeed(entry.serves, need))
  }

  /** The engines' part of a step's key: other engines may give other results. */
  versionOf<P extends Port>(port: P, need: Needs[P], version: (engine: Engines[P]) => string): string {
    return this.needInOrder(port, need)
      .map(({ engine }) => version(engine))
      .join('+')
  }

  /**
   * Does a piece of work with the preferred engine, or the next that can; engines without key or credits, or out of
   * order, come last for a while. Throws EngineMissing, the signal's reason, or the preferred engine's error.
   */
  async withFailover<P extends Port, T>(
    port: P,
    need: Needs[P],
    signal: AbortSignal,
    work: (entry: OpenEngine<P>) => Promise<T>,
  ): Promise<T> {
    return this.rests.inTurn(this.needInOrder(port, need), signal, work)
  }

  private needInOrder<P extends Port>(port: P, need: Needs[P]): [OpenEngine<P>, ...OpenEngine<P>[]] {
    const [first, ...others] = this.inOrder(port, need)
    if (first) return [first, ...others]
    const report = this.reports.find((candidate) => candidate.port === port && !candidate.isOffered)
    throw new EngineMissing(port, need, report?.detail || port)
  }
}

/** Time limit of a single answer: half a minute of speech, a line, a picture. */
const boundSettings = z.object({ ENGINE_LONGEST_SECONDS: wholeNumber(1, 86_400, 1800) })

/** Parses every adapter's settings, then probes all engines at once. Throws a ConfigError about a wrong setting. */
export async function findEngines(env: Env, adapters: readonly EngineAdapter[]): Promise<EngineRegistry> {
  const set = adapters.map((adapter) => ({ adapter, settings: readSettings(adapter.settings, env) }))
  const found = await Promise.all(
    set.map(async ({ adapter, settings }) => ({ adapter, settings, probed: await adapter.probe(settings) })),
  )
  const longestMs = readSettings(boundSettings, env).ENGINE_LONGEST_SECONDS * 1000
  const open: OpenEngine[] = []
  for (const { adapter, settings, probed } of found) {
    if ('remedy' in probed) continue
    const { port, name } = adapter
    open.push({ port, name, serves: probed.serves, engine: bounded(adapter.open(settings, probed), name, longestMs) })
  }
  return new EngineRegistry(
    found.map(({ adapter, probed }) => reportOf(adapter, probed)),
    open,
  )
}

function reportOf({ port, name, label = name }: EngineAdapter, probed: Offer | Missing): EngineReport {
  if ('remedy' in probed) {
    const { lacks, remedy, isOptional } = probed
    return { port, name, label, isOffered: false, serves: {}, detail: lacks, remedy, isOptional }
  }
  const { serves, detail, problem } = probed
  const here = { isOffered: true, serves, detail, remedy: null, isOptional: false, ...(problem && { problem }) }
  return { port, name, label: probed.label ?? label, ...here }
}

/** An engine's coverage as short words: languages, or pairs such as `en-es`. */
export function coverageOf({ serves }: EngineReport): string[] {
  const pairs = Object.entries(serves.pairs ?? {}).flatMap(([from, targets]) => targets.map((to) => `${from}-${to}`))
  return [...(serves.languages ?? pairs)]
}

/**
 * Reports shown to people: available engines, and missing ones whose work no other does. Engines that wait for a setting
 * are left out.
 */
export function reportsToShow(reports: readonly EngineReport[]): EngineReport[] {
  const covered = new Set(reports.filter((report) => report.isOffered).map((report) => report.port))
  return reports.filter((report) => report.isOffered || (!report.isOptional && !covered.has(report.port)))
}
