import type { EngineView, ModelView } from '#core/contract/engine.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { ModelEntry, ModelStatus, ModelStore } from '../engines/model-store.ts'
import { offersOf } from '../engines/offers.ts'
import type { EngineReport } from '../engines/registry.ts'
import type { Deps } from './deps.ts'
import { noteAct } from './staff/audit.ts'
import { setupText } from './messages.ts'
import { notFound, Refusal } from './refusal.ts'
import type { Scope } from './scope.ts'

/** Every engine that some worker has or lacks, and the weights on this machine. */
export async function listEngines(
  { db, models }: Deps,
  language: InterfaceLanguage,
): Promise<Omit<DataOf<'listEngines'>, 'google_missing'>> {
  const [{ reports }, kept] = await Promise.all([offersOf(db), models?.list()])
  return {
    engines: reports.map((report) => describeReport(report, language)),
    models: (kept ?? []).map((status) => describeModel(status, language)),
  }
}

/** What staff do with a model, as named in the audit. */
const modelWork = {
  model_fetched: (models: ModelStore, entry: ModelEntry) => models.fetch(entry),
  model_verified: (models: ModelStore, entry: ModelEntry) => models.verify(entry),
  model_cancelled: (models: ModelStore, entry: ModelEntry) => models.cancel(entry),
} as const

/** Changes a model of this machine, records the act and returns the model's state. Throws a Refusal. */
export async function withModel(
  { models }: Deps,
  { db, accountId, language }: Pick<Scope, 'db' | 'accountId' | 'language'>,
  name: string,
  act: keyof typeof modelWork,
): Promise<ModelView> {
  if (!models) throw new Refusal('refused', 'models_elsewhere')
  const entry = models.find(name)
  if (!entry) throw notFound()
  await noteAct(db, { actorId: accountId, act, subject: ['model', name] })
  modelWork[act](models, entry)
  return describeModel(await models.statusOf(entry), language)
}

function describeReport(
  { port, name, label, detail, remedy, problem, ...report }: EngineReport,
  language: InterfaceLanguage,
): EngineView {
  const { languages = [], pairs = {}, through = {}, voices = [], abilities = {} } = report.serves
  const said = remedy ?? problem
  return {
    ...{ port, name, label, detail, is_here: report.isOffered, is_optional: report.isOptional },
    missing: said ? setupText(language, said) : '',
    languages: [...languages],
    pairs: Object.fromEntries(Object.entries(pairs).map(([from, targets]) => [from, [...targets]])),
    through,
    voices: voices.length,
    price_unit: abilities.priceUnit ?? '',
  }
}

function describeModel(status: ModelStatus, language: InterfaceLanguage): ModelView {
  const { entry, state, file, doneBytes, totalBytes, problems } = status
  const { name, port, megabytes } = entry
  return {
    ...{ name, port, megabytes, state, file },
    title: setupText(language, entry.title),
    licence: setupText(language, entry.licence),
    problem: problems.map((problem) => setupText(language, problem)).join('\n'),
    done_bytes: doneBytes,
    total_bytes: totalBytes,
  }
}
