import type { EngineView, ModelView } from '#core/contract/engine.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { ModelEntry, ModelStatus, ModelStore } from '../engines/model-store.ts'
import { offersOf } from '../engines/offers.ts'
import type { EngineReport } from '../engines/registry.ts'
import type { Deps } from './deps.ts'
import { noteAct } from './desk/audit.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Scope } from './scope.ts'

/** Every engine that some worker has or lacks, and the weights on this machine. */
export async function listEngines({ db, models }: Deps): Promise<Omit<DataOf<'listEngines'>, 'google_missing'>> {
  const [{ reports }, kept] = await Promise.all([offersOf(db), models?.list()])
  return { engines: reports.map(describeReport), models: (kept ?? []).map(describeModel) }
}

/** What staff do with a model, as the audit calls it. */
const modelWork = {
  model_fetched: (models: ModelStore, entry: ModelEntry) => models.fetch(entry),
  model_verified: (models: ModelStore, entry: ModelEntry) => models.verify(entry),
  model_cancelled: (models: ModelStore, entry: ModelEntry) => models.cancel(entry),
} as const

/** Does something with a model of this machine, notes it, and says how the model stands then. Throws a Refusal. */
export async function withModel(
  { models }: Deps,
  { db, accountId }: Pick<Scope, 'db' | 'accountId'>,
  name: string,
  act: keyof typeof modelWork,
): Promise<ModelView> {
  if (!models) throw new Refusal('refused', 'models_elsewhere')
  const entry = models.find(name)
  if (!entry) throw notFound()
  await noteAct(db, { actorId: accountId, act, subject: ['model', name] })
  modelWork[act](models, entry)
  return describeModel(await models.statusOf(entry))
}

function describeReport({ port, name, label, detail, missing, ...report }: EngineReport): EngineView {
  const { languages = [], pairs = {}, through = {}, voices = [] } = report.serves
  return {
    ...{ port, name, label, detail, missing, is_here: report.isOffered, is_optional: report.isOptional },
    languages: [...languages],
    pairs: Object.fromEntries(Object.entries(pairs).map(([from, targets]) => [from, [...targets]])),
    through,
    voices: voices.length,
  }
}

function describeModel({ entry, state, file, doneBytes, totalBytes, problem }: ModelStatus): ModelView {
  const { name, port, title, licence, megabytes } = entry
  return {
    ...{ name, port, title, licence, megabytes, state, file, problem },
    done_bytes: doneBytes,
    total_bytes: totalBytes,
  }
}
