import type { z } from 'zod'
import { batchCells, type BatchCell, makesLanguage, MAX_BATCH_TASKS } from '#core/tasks/batch.ts'
import type { ParsedInputOf } from '#core/contract/index.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import type { Db } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import type { SubjectIds } from '../tasks/subjects.ts'

export type BatchChoice = ParsedInputOf<'quoteBatch'>

/** A cell with the input of its task. */
export interface PlannedCell extends BatchCell {
  readonly subjects: SubjectIds
  readonly config: Record<string, unknown>
}

/** Where a batch's videos are: in a folder, or in a project, which has one. */
interface Place {
  readonly folderId: string
  readonly projectId: string | undefined
}

export interface BatchPlan extends Place {
  readonly kind: TaskKind
  /** What was chosen for all tasks. */
  readonly config: Record<string, unknown>
  readonly cells: PlannedCell[]
  /** Of the videos, by their ids. */
  readonly names: ReadonlyMap<string, string>
}

/** What a batch would start, cell by cell. Throws a Refusal if it may start nothing. */
export async function planBatch(deps: Deps, accountId: string, choice: BatchChoice): Promise<BatchPlan> {
  const kind = deps.tasks.find((task) => task.kind.type === choice.task_type)?.kind
  if (!kind || kind.isInternal || kind.subjects.includes('project')) throw new Refusal('refused', 'operation_failed')
  const place = await placeOf(deps.db, accountId, choice)
  const config = readChosen(kind, choice.config)
  const videos = await videosOf(deps.db, accountId, place, choice)
  const cells = batchCells([...videos.keys()], choice.to_languages)
  if (cells.length === 0) throw new Refusal('refused', 'batch_empty')
  if (cells.length > MAX_BATCH_TASKS) throw new Refusal('refused', 'batch_too_large', { n: MAX_BATCH_TASKS })
  const versions = kind.subjects.includes('subtitle') ? await versionsOf(deps.db, videos, choice.file_ids ?? []) : []
  return {
    kind,
    config,
    ...place,
    names: new Map([...videos].map(([id, { name }]) => [id, name])),
    cells: cells.map((cell) => {
      const version = versionFor(kind, versions, cell)
      const source = version?.language ?? videos.get(cell.videoId)?.language ?? ''
      return {
        ...cell,
        subjects: { video: cell.videoId, subtitle: version?.id, project: place.projectId },
        config: {
          source_language: source,
          ...config,
          ...(makesLanguage(kind) && cell.language !== undefined && { to_language: cell.language }),
        },
      }
    }),
  }
}

/** The folder or the project that the caller names: exactly one. */
async function placeOf(db: Db, accountId: string, { folder_id, project_id }: BatchChoice): Promise<Place> {
  if ((folder_id === undefined) === (project_id === undefined)) throw new Refusal('refused', 'one_place_only')
  if (project_id === undefined) {
    const { id } = await own({ db, accountId }, 'folder', folder_id ?? '')
    return { folderId: id, projectId: undefined }
  }
  const project = await own({ db, accountId }, 'project', project_id)
  return { folderId: project.folder_id, projectId: project.id }
}

/** The chosen fields of a kind's configuration, parsed by its schema; each video may supply others. */
export function readChosen(
  { config: { shape } }: TaskKind,
  chosen: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = Object.entries(shape as Record<string, z.ZodType>).filter(([field]) => chosen[field] !== undefined)
  return Object.fromEntries(
    fields.map(([field, schema]) => {
      const read = schema.safeParse(chosen[field])
      if (read.success) return [field, read.data]
      throw new Refusal('refused', 'invalid_input', { field, detail: read.error.issues[0]?.message ?? '' })
    }),
  )
}

interface ChosenVideo {
  readonly language: string
  readonly name: string
}

/** Refuses videos that are elsewhere; deleted ones are left out. */
async function refuseOtherPlaces(
  db: Db,
  accountId: string,
  chosen: readonly string[],
  found: readonly { id: string }[],
): Promise<void> {
  const elsewhere = await db
    .selectFrom('video')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', chosen)
    .where('id', 'not in', ['', ...found.map(({ id }) => id)])
    .limit(1)
    .executeTakeFirst()
  if (elsewhere) throw new Refusal('refused', 'one_place_only')
}

/** The videos of a folder or a project by their ids, in the order of their names. */
async function videosOf(
  db: Db,
  accountId: string,
  { folderId, projectId }: Place,
  { video_ids }: BatchChoice,
): Promise<ReadonlyMap<string, ChosenVideo>> {
  let query = db
    .selectFrom('video')
    .select(['id', 'language', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_BATCH_TASKS + 1)
  query =
    projectId === undefined
      ? query.where('folder_id', '=', folderId)
      : query.where('id', 'in', (eb) =>
          eb.selectFrom('project_file').select('id').where('project_id', '=', projectId).where('kind', '=', 'video'),
        )
  if (video_ids) query = query.where('id', 'in', video_ids)
  const rows = await query.execute()
  if (video_ids && rows.length < new Set(video_ids).size) await refuseOtherPlaces(db, accountId, video_ids, rows)
  return new Map(rows.map(({ id, ...video }) => [id, video]))
}

interface Version {
  readonly id: string
  readonly video_id: string | null
  readonly language: string
  readonly is_use: boolean
}

/** Versions of the videos: the chosen ones first, then the active one of each, then the newest. */
async function versionsOf(
  db: Db,
  videos: ReadonlyMap<string, unknown>,
  chosen: readonly string[],
): Promise<readonly Version[]> {
  const versions = await db
    .selectFrom('subtitle')
    .select(['id', 'video_id', 'language', 'is_use'])
    .where('video_id', 'in', [...videos.keys()])
    .orderBy('is_use', 'desc')
    .orderBy('version', 'desc')
    .orderBy('id')
    .execute()
  const first = versions.filter(({ id }) => chosen.includes(id))
  if (first.length < new Set(chosen).size) throw new Refusal('not_found', 'no_data')
  return first.length === 0 ? versions : [...first, ...versions.filter((version) => !first.includes(version))]
}

/** The version that a cell's task works on: one in the chosen language, unless the kind makes a language itself. */
function versionFor(kind: TaskKind, versions: readonly Version[], cell: BatchCell): Version | undefined {
  const asked = makesLanguage(kind) ? undefined : cell.language
  return versions.find(
    ({ video_id, language }) => video_id === cell.videoId && (asked === undefined || language === asked),
  )
}
