import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Voice, VoiceManner } from '#core/domain/voices.ts'
import type { ResourceClass } from '#core/domain/resources.ts'
import type { Db } from '../store/db.ts'
import type { Schema } from '../store/schema.ts'
import { type Needs, type Port, servesNeed } from './ports.ts'
import type { EngineReport } from './registry.ts'

/** A living worker with the state of every engine. */
export interface WorkerOffers {
  readonly id: string
  readonly host: string
  /** Process id on its host. */
  readonly process: number
  readonly queues: readonly string[]
  readonly reports: readonly EngineReport[]
}

/** The combined offers of all workers, at one moment. */
export class FleetOffers {
  readonly workers: readonly WorkerOffers[]
  /** One per engine that some worker has or lacks, in order of preference; available if any worker has it. */
  readonly reports: readonly EngineReport[]

  constructor(workers: readonly WorkerOffers[]) {
    this.workers = workers
    this.reports = mergeReports(workers)
  }

  /** The offers of the workers that take tasks of this class. */
  taking(resources: ResourceClass): FleetOffers {
    return new FleetOffers(this.workers.filter(({ queues }) => queues.includes(resources)))
  }

  /** Whether some worker can do it. */
  can<P extends Port>(port: P, need: Needs[P]): boolean {
    return this.labelFor(port, need) !== undefined
  }

  /** Display name of the engine that would do it. */
  labelFor<P extends Port>(port: P, need: Needs[P]): string | undefined {
    return this.reportFor(port, need)?.label
  }

  /** Whether that engine makes drafts only. */
  isDraft<P extends Port>(port: P, need: Needs[P]): boolean {
    return this.reportFor(port, need)?.serves.abilities?.isDraft === true
  }

  private reportFor<P extends Port>(port: P, need: Needs[P]): EngineReport | undefined {
    return this.reports.find((report) => report.port === port && report.isOffered && servesNeed(report.serves, need))
  }

  /** Languages that some engine of the port covers. */
  languages(port: Port): ReadonlySet<string> {
    const of = this.reports.filter((report) => report.port === port && report.isOffered)
    return new Set(of.flatMap((report) => report.serves.languages ?? []))
  }

  /** The pivot language if the preferred engine translates this pair in two steps. */
  through(from: string, to: string): string | undefined {
    const of = this.reports.find(
      ({ port, isOffered, serves }) => port === 'translate' && isOffered && serves.pairs?.[from]?.includes(to),
    )
    return of?.serves.through?.[from]?.[to]
  }

  /** Preset voices of a language, the preferred engine's first. */
  voices(language: string): Voice[] {
    const of = this.reports.filter((report) => report.port === 'tts' && report.isOffered)
    return of
      .flatMap(({ serves }) => serves.voices ?? [])
      .filter(({ languages }) => languages.some((l) => l === language))
  }

  /** What its engine can change about a voice, for the voices of all engines. */
  mannerOf({ engine, pitch }: Voice): VoiceManner {
    const {
      speed,
      gap,
      phonemes = false,
    } = this.reports.find(({ port, name }) => port === 'tts' && name === engine)?.serves.abilities ?? {}
    return { speed: speed ?? null, pitch: pitch ?? null, gap: gap ?? 0, phonemes }
  }

  /** Target languages by source language that some engine of the port covers. */
  pairs(port: Port): Record<string, string[]> {
    const joined: Record<string, string[]> = {}
    for (const report of this.reports) {
      if (report.port !== port || !report.isOffered) continue
      for (const [from, targets] of Object.entries(report.serves.pairs ?? {}))
        joined[from] = [...new Set([...(joined[from] ?? []), ...targets])]
    }
    return joined
  }
}

/** Reads the offers of all living workers. The database's clock decides who is alive, as machines' clocks may differ. */
export async function offersOf(db: Db): Promise<FleetOffers> {
  const rows = await db
    .selectFrom('worker')
    .select(['id', 'host', 'process', 'queues'])
    .select((row) => jsonArrayFrom(reportsOf(row)).as('reports'))
    .where('valid_until', '>', sql<Date>`now()`)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return new FleetOffers(rows)
}

function reportsOf(row: ExpressionBuilder<Schema, 'worker'>) {
  return row
    .selectFrom('engine_offer')
    .select(['port', 'name', 'label', 'is_offered as isOffered', 'serves', 'detail', 'remedy'])
    .select('is_optional as isOptional')
    .whereRef('engine_offer.worker_id', '=', 'worker.id')
    .orderBy('rank')
}

/** Joins the offers of one engine by several workers. */
function mergeReports(workers: readonly WorkerOffers[]): EngineReport[] {
  const merged = new Map<string, EngineReport>()
  for (const report of workers.flatMap((worker) => worker.reports)) {
    const key = `${report.port}/${report.name}`
    const before = merged.get(key)
    if (!before || (report.isOffered && !before.isOffered)) merged.set(key, report)
    else if (report.isOffered) merged.set(key, { ...before, serves: joinServes(before, report) })
  }
  return [...merged.values()]
}

function joinServes({ serves: a }: EngineReport, { serves: b }: EngineReport): EngineReport['serves'] {
  const voices = new Map([...(a.voices ?? []), ...(b.voices ?? [])].map((voice) => [voice.id, voice]))
  return {
    ...b,
    ...a,
    ...((a.languages || b.languages) && { languages: joined(a.languages, b.languages) }),
    ...((a.pairs || b.pairs) && { pairs: joinedLists(a.pairs, b.pairs) }),
    ...(voices.size && { voices: [...voices.values()] }),
    ...((a.through || b.through) && { through: shorterWays(a, b) }),
  }
}

function joined(a: readonly string[] = [], b: readonly string[] = []): string[] {
  return [...new Set([...a, ...b])]
}

type Lists = Readonly<Record<string, readonly string[]>>

function joinedLists(a: Lists = {}, b: Lists = {}): Record<string, string[]> {
  return Object.fromEntries(joined(Object.keys(a), Object.keys(b)).map((key) => [key, joined(a[key], b[key])]))
}

/** Pivot languages; not for a pair that one of the two serves directly. */
function shorterWays(...all: EngineReport['serves'][]): Record<string, Record<string, string>> {
  const ways: Record<string, Record<string, string>> = {}
  for (const { through = {} } of all)
    for (const [from, targets] of Object.entries(through))
      for (const [to, between] of Object.entries(targets)) (ways[from] ??= {})[to] = between
  for (const { pairs = {}, through = {} } of all)
    for (const [from, targets] of Object.entries(pairs))
      for (const to of targets) if (!through[from]?.[to]) delete ways[from]?.[to]
  return ways
}
