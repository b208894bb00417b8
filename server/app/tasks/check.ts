import type { PriceFacts } from '#core/tasks/kind.ts'
import type { Deps } from '../deps.ts'
import { withFolderSettings } from '../pro/settings.ts'
import { Refusal } from '../refusal.ts'
import { engineFinder } from './engines.ts'
import type { CheckedStart, Prepared, StartableTask } from './kind.ts'
import type { StartSource } from './source.ts'
import { findSubjects, type SubjectIds, type Subjects } from './subjects.ts'

/** Checks and prices a start. Throws a Refusal if it is not permitted. */
export async function checkStart(
  source: StartSource,
  task: StartableTask,
  ids: SubjectIds,
  configOf: (subjects: Subjects) => unknown,
): Promise<CheckedStart> {
  const { kind } = task
  const subjects = await findSubjects(source, kind.subjects, ids)
  const config = await readConfig(source, task, subjects, configOf(subjects))
  const { videoIfAny } = subjects
  const prepared = await task.precheck({
    config,
    subjects,
    engines: engineFinder(() => source.offers(), kind.resources),
    earlier: async (language) => videoIfAny && source.earlier(kind, videoIfAny.id, language),
    keptVoices: (folderId, language) => source.keptVoices(folderId, language),
    speakers: (folderId, version) => source.speakers(folderId, version),
    pronunciations: async (folderId) => (await source.folderSettings(folderId)).pronunciations,
    lineFacts: (fileId) => source.lineFacts(fileId),
    takes: (videoId, language) => source.takes(videoId, language),
  })
  const used = videoIfAny ? await source.usedMedia(videoIfAny, kind) : {}
  const credits = kind.price(factsOf(prepared), config)
  return { subjects, config: { ...config, ...used }, prepared, used, credits }
}

/** The task of a type; throws a Refusal if there is none. */
export function startable(deps: Pick<Deps, 'tasks'>, type: string): StartableTask {
  const task = deps.tasks.find(({ kind }) => kind.type === type)
  if (!task) throw new Refusal('refused', 'operation_failed')
  return task
}

/** The chosen configuration with the folder's settings, parsed by the kind's schema. */
async function readConfig(
  source: StartSource,
  { kind }: StartableTask,
  { folderIfAny }: Subjects,
  value: unknown,
): Promise<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null
  const whole =
    isObject && folderIfAny
      ? await withFolderSettings(() => source.folderSettings(folderIfAny), kind, { ...value })
      : value
  const read = kind.config.safeParse(whole)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Refusal('refused', 'invalid_input', { field: issue?.path.join('.') ?? '', detail: issue?.message ?? '' })
}

function factsOf({ facts }: Prepared): PriceFacts {
  return { durationMs: 0, characters: 0, ...facts }
}
