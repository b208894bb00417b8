import type { ChainChoice } from '#core/contract/chain.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { cueErrors } from '#core/subtitle/cue/cue-errors.ts'
import { toWire } from '#core/subtitle/cue/wire.ts'
import { MAX_BATCH_TASKS } from '#core/tasks/batch.ts'
import { estimatedCharacters, type PlannedStep } from '#core/tasks/chain.ts'
import { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Skipped } from '../batches/skipped.ts'
import { startable } from '../tasks/check.ts'
import type { Remark } from '../tasks/kind.ts'
import { StartSource } from '../tasks/source.ts'
import type { SubjectIds } from '../tasks/subjects.ts'
import { checkQuote } from '../tasks/start.ts'
import type { SubtitleRow } from '../subtitles/rows.ts'
import type { VideoRow } from '../videos/rows.ts'
import { type ChainedVideo, configFor, stepsFor } from './plan.ts'

export interface PricedStep extends PlannedStep {
  readonly credits: number
  readonly isEstimate: boolean
  /** The version that was there before; empty if none. */
  readonly versionId: string
  readonly remarks: readonly Remark[]
}

export interface PricedVideo {
  readonly video: ChainedVideo
  readonly steps: PricedStep[]
}

export interface PricedChain {
  readonly videos: PricedVideo[]
  readonly skipped: Skipped[]
  readonly credits: number
}

/** Prices every step and leaves out videos and languages that can't be made. */
export async function priceChain(
  deps: Deps,
  accountId: string,
  choice: ChainChoice,
  videos: readonly ChainedVideo[],
): Promise<PricedChain> {
  const tasks = videos.flatMap((video) => stepsFor(video, choice)).filter((step) => isMade(step)).length
  if (tasks > MAX_BATCH_TASKS) throw new Refusal('refused', 'batch_too_large', { n: MAX_BATCH_TASKS })
  const chain = { videos: [] as PricedVideo[], skipped: [] as Skipped[], credits: 0 }
  for (let from = 0; from < videos.length; from += PRICED_AT_ONCE) {
    const some = videos.slice(from, from + PRICED_AT_ONCE)
    const source = new StartSource(deps.db, accountId)
    await source.readAhead(some.flatMap(({ row, versions }) => textsOf(row.id, versions, choice)))
    for (const video of some) {
      const { steps, skipped } = await priceVideo(deps, source, choice, video)
      chain.skipped.push(...skipped)
      if (steps.length > 0) chain.videos.push({ video, steps })
      chain.credits += steps.reduce((sum, { credits }) => sum + credits, 0)
    }
  }
  return chain
}

/** Whether a step is a task. */
const isMade = ({ isExisting, taskType }: PlannedStep): boolean => !isExisting && taskType !== ''

/** Videos whose texts are in memory at once. */
const PRICED_AT_ONCE = 100

/** A video with its texts that a chain may work on. */
function textsOf(video: string, versions: ReadonlyMap<string, string>, choice: ChainChoice): SubjectIds[] {
  const wanted: ReadonlySet<string> = new Set([...choice.to_languages, choice.source_language ?? ''])
  const subtitles = [...versions].flatMap(([language, id]) => (wanted.has(language) ? [id] : []))
  return [{ video }, ...subtitles.map((subtitle) => ({ video, subtitle }))]
}

interface PricedSteps {
  readonly steps: PricedStep[]
  readonly skipped: Skipped[]
}

async function priceVideo(
  deps: Deps,
  source: StartSource,
  choice: ChainChoice,
  video: ChainedVideo,
): Promise<PricedSteps> {
  const refused = new Map<string, Refusal>()
  const priced = new Map<string, PricedStep>()
  for (const step of stepsFor(video, choice)) {
    try {
      priced.set(step.key, await priceStep(deps, source, choice, video, step))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Without the picture or the source text no language can be made.
      const isShared = step.step === 'erase' || step.step === 'extract'
      if (isShared) return { steps: [], skipped: [skippedFor(video, '', error)] }
      if (!refused.has(step.language)) refused.set(step.language, error)
    }
  }
  const skipped = [...refused].map(([language, refusal]) => skippedFor(video, language, refusal))
  if (refused.size === 0) return { steps: [...priced.values()], skipped }
  const left = choice.to_languages.filter((language) => !refused.has(language))
  const steps = left.length === 0 ? [] : stepsFor(video, choice, left)
  return { steps: steps.flatMap(({ key }) => priced.get(key) ?? []), skipped }
}

const skippedFor = ({ row }: ChainedVideo, language: string, { key, params }: Refusal): Skipped => ({
  ...{ video_id: row.id, language, key, params },
})

async function priceStep(
  deps: Deps,
  source: StartSource,
  choice: ChainChoice,
  video: ChainedVideo,
  step: PlannedStep,
): Promise<PricedStep> {
  const free = { ...step, credits: 0, isEstimate: false, versionId: '', remarks: [] }
  if (step.isExisting) return { ...free, versionId: video.versions.get(step.language) ?? '' }
  if (step.taskType === '') return free
  const all = stepsFor(video, choice)
  const text = all.find(({ key }) => key === step.textOf)
  const version = text?.isExisting ? video.versions.get(text.language) : undefined
  if (text && version === undefined) source.assume(assumedVersion(video.row, text.language))
  const file_id = text && (version ?? assumedId(video.row.id, text.language))
  const config = configFor(deps, choice, step, video.source)
  const task = startable(deps, step.taskType)
  const checked = await checkQuote(source, task, { ...config, video_id: video.row.id, file_id })
  const same = version === undefined && text ? undefined : await source.same(task.kind, checked)
  // A step whose equal task is under way waits for that one.
  const isJoined = same !== undefined && describeTaskState(same.state).isOngoing
  return {
    ...free,
    credits: isJoined ? 0 : checked.credits,
    isEstimate: step.taskType === subtitleTranslate.type && version === undefined,
    remarks: checked.prepared.remarks ?? [],
  }
}

const assumedId = (videoId: string, language: string): string => `assumed ${videoId} ${language}`

/** A stand-in for a text that another step will make: as long as continuous speech. */
function assumedVersion({ id, account_id, folder_id, name, duration_ms }: VideoRow, language: string): SubtitleRow {
  const length = Math.max(1, estimatedCharacters(duration_ms ?? 0, language))
  const text = 'word '.repeat(Math.ceil(length / 5)).slice(0, length)
  const cue = { id: 'assumed', start: 0, end: Math.max(1, duration_ms ?? 0), text, roles: [] }
  const now = new Date()
  return {
    ...{ id: assumedId(id, language), account_id, folder_id, video_id: id, task_id: null, name, source: 'extract' },
    ...{ language, version: 1, cues: toWire([cue]), cue_sum: 1, size: length, cue_errors: cueErrors([cue]) },
    ...{
      role_state: 0,
      role_lines: {},
      is_use: false,
      revision: 0,
      stage: 'draft',
      stage_revision: 0,
      assignee_id: null,
    },
    ...{ style: null, imported_file_id: null, imported_format: null, file_styles: false },
    ...{ created_at: now, updated_at: now },
  }
}
