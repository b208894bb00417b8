import { sql } from 'kysely'
import type { Chain, ChainInfo, ChainStep, ChainVideo } from '#core/contract/chain.ts'
import type { ParsedInputOf } from '#core/contract/index.ts'
import type { Task } from '#core/contract/task.ts'
import { chainProgress, chainStateOf } from '#core/tasks/chain.ts'
import { assetKeyOf } from '../assets/stored.ts'
import type { Deps } from '../deps.ts'
import { failureKey, failureMessage } from '../messages.ts'
import { type Listed, totalColumn } from '../paging.ts'
import { own } from '../scope.ts'
import { type Caller, describeSkipped } from '../batches/skipped.ts'
import { tasksById } from '../tasks/read.ts'
import { pricesNow } from './reprice.ts'
import { type ChainRow, type JoinedStep, joinedSteps, stateOfStep } from './steps.ts'

/** One chain with its videos; a Refusal if it is not the caller's. */
export async function getChain(deps: Deps, caller: Caller, chainId: string): Promise<ChainInfo> {
  const { db } = deps
  const row = await own({ db, accountId: caller.accountId }, 'chain', chainId)
  const [info] = await describeChains(deps, caller, [row])
  if (!info) throw new RangeError(`Chain ${chainId} is not described`)
  return info
}

/** Chains, newest first. */
export async function listChains(
  deps: Deps,
  caller: Caller,
  { video_id, unread, page, page_size }: ParsedInputOf<'listChains'>,
): Promise<Listed<Chain>> {
  let query = deps.db.selectFrom('chain').where('account_id', '=', caller.accountId)
  if (unread === '1') query = query.where((eb) => eb.or([eb('is_ended', '=', false), eb('read', '=', false)]))
  if (video_id !== undefined) {
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('chain_step').select('chain_id').where('video_id', '=', video_id),
    )
  }
  const rows = await query
    .selectAll()
    .select(totalColumn)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const list = (await describeChains(deps, caller, rows)).map((info): Chain => {
    const { videos: _, ...chain } = info
    return chain
  })
  return { list, total: rows[0]?.total ?? 0, page, page_size }
}

/** Chains as the API carries them, in the given order. */
async function describeChains(deps: Deps, caller: Caller, rows: readonly ChainRow[]): Promise<ChainInfo[]> {
  const steps = await joinedSteps(
    deps.db,
    rows.map(({ id }) => id),
  )
  const taskIds = steps.flatMap(({ task_id, task_state }) => (task_id !== null && task_state !== null ? [task_id] : []))
  const tasks = await tasksById(deps, caller.accountId, caller.language, taskIds)
  const heads = await videosOf(deps, [...new Set(steps.map(({ video_id }) => video_id))])
  const chains: ChainInfo[] = []
  for (const row of rows) {
    const own = steps.filter(({ chain_id }) => chain_id === row.id)
    const prices = await pricesNow(deps, row, own)
    const shown = own.map((step) => describeStep(caller, step, tasks, prices))
    const byVideo = Map.groupBy(shown, ({ videoId }) => videoId)
    const videos = [...byVideo].map(([id, each]) =>
      describeVideo(
        heads.get(id) ?? gone(id),
        each.map(({ step }) => step),
      ),
    )
    chains.push(describeChain(caller, row, videos.toSorted(byName)))
  }
  return chains
}

const byName = (a: ChainVideo, b: ChainVideo): number =>
  a.video_name.localeCompare(b.video_name) || (a.video_id < b.video_id ? -1 : 1)

type VideoHead = Pick<ChainVideo, 'video_id' | 'video_name' | 'folder_id' | 'cover' | 'duration_ms'>

const gone = (video_id: string): VideoHead => ({ video_id, video_name: '', folder_id: '', cover: '', duration_ms: 0 })

/** Heads of videos by their ids. */
async function videosOf({ db, signedUrls }: Deps, ids: readonly string[]): Promise<Map<string, VideoHead>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('video')
    .select(['id', 'name', 'folder_id', 'duration_ms', assetKeyOf('cover').as('cover_key')])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, name, folder_id, duration_ms, cover_key }) => [
      id,
      {
        ...{ video_id: id, video_name: name, folder_id, cover: signedUrls.media(cover_key) },
        duration_ms: duration_ms ?? 0,
      },
    ]),
  )
}

/** Signed covers of videos by their ids. */
export async function coversOf(deps: Deps, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map([...(await videosOf(deps, ids))].map(([id, { cover }]) => [id, cover]))
}

interface ShownStep {
  readonly videoId: string
  readonly step: ChainStep
}

function describeStep(
  { language }: Caller,
  row: JoinedStep,
  tasks: ReadonlyMap<string, Task>,
  prices: ReadonlyMap<string, number>,
): ShownStep {
  const state = stateOfStep(row)
  const task = row.task_state === null ? undefined : tasks.get(row.task_id ?? '')
  const isRunning = state === 'running'
  const price = prices.get(`${row.video_id} ${row.key}`)
  const fault = state === 'failed' && row.fault === '' ? (row.task_fault ?? '') : row.fault
  const isPaid = state !== 'failed' && state !== 'cancelled' && state !== 'blocked'
  return {
    videoId: row.video_id,
    step: {
      ...{ key: row.key, step: row.step, language: row.language, task_type: row.task_type, needs: row.needs, state },
      credits: isPaid ? (price ?? row.credits) : 0,
      is_estimate: price === undefined && row.is_estimate,
      file_id: row.made_id ?? row.subtitle_id ?? '',
      progress: state === 'done' ? 1 : isRunning || state === 'queued' ? (task?.progress ?? 0) : 0,
      doing: isRunning ? (task?.step ?? '') : '',
      remaining_s: isRunning ? (task?.remaining_s ?? null) : null,
      task_id: task?.task_id ?? '',
      result_url: state === 'done' ? (task?.task_video_url ?? '') : '',
      reason: failureMessage(language, fault),
      reason_key: failureKey(fault),
      flagged: state === 'done' ? (task?.flagged ?? 0) : 0,
      findings: row.findings,
    },
  }
}

function describeVideo(head: VideoHead, steps: ChainStep[]): ChainVideo {
  return {
    ...head,
    credits: sum(steps),
    is_estimate: steps.some(({ is_estimate }) => is_estimate),
    state: chainStateOf(steps),
    progress: chainProgress(steps),
    remaining_s: longest(steps.filter(({ state }) => state === 'running')),
    // A stop shows the text that it is about.
    steps: steps.map((step) =>
      step.step === 'stop' ? { ...step, file_id: steps.find(({ key }) => key === step.needs[0])?.file_id ?? '' } : step,
    ),
  }
}

const sum = (steps: readonly { readonly credits: number }[]): number =>
  steps.reduce((total, { credits }) => total + credits, 0)

/** The longest of some remaining times; null if one is unknown or there are none. */
function longest(running: readonly { readonly remaining_s: number | null }[]): number | null {
  const times = running.map(({ remaining_s }) => remaining_s)
  return times.length === 0 || times.includes(null) ? null : Math.max(...times.map(Number))
}

function describeChain({ language }: Caller, row: ChainRow, videos: ChainVideo[]): ChainInfo {
  const { choice } = row
  const steps = videos.flatMap((video) => video.steps)
  const sumOf = (...states: ChainStep['state'][]): number => sum(steps.filter(({ state }) => states.includes(state)))
  const countOf = (state: ChainVideo['state']): number => videos.filter((video) => video.state === state).length
  return {
    ...{ chain_id: row.id, state: chainStateOf(steps), project_id: row.project_id ?? '' },
    ...{ create_time: row.created_at.toISOString(), update_time: row.updated_at.toISOString() },
    name: videos[0]?.video_name ?? '',
    source_language: choice.source_language ?? '',
    ...{ to_languages: choice.to_languages, subtitles: choice.subtitles, stops: choice.stops },
    ...{ erase: choice.erase, dub: choice.dub },
    ...{ synthesis_type: choice.synthesis_type, settings: { ...choice.settings } },
    progress: chainProgress(steps),
    remaining_s: longest(videos.filter(({ state }) => state === 'running')),
    credits: sum(steps),
    credits_spent: sumOf('done'),
    credits_held: sumOf('waiting', 'queued', 'running', 'stopped', 'no_credits'),
    credits_to_come: sumOf('waiting', 'no_credits'),
    is_estimate: videos.some(({ is_estimate }) => is_estimate),
    video_sum: videos.length,
    video_sum_success: countOf('done'),
    video_sum_fail: countOf('failed'),
    video_sum_stopped: countOf('stopped'),
    skipped: describeSkipped(row.skipped, language),
    videos,
  }
}

/** Dismisses chains that have ended. */
export async function readChains({ db }: Deps, accountId: string, chainIds: readonly string[]): Promise<void> {
  await db
    .updateTable('chain')
    .set({ read: true })
    .where('account_id', '=', accountId)
    .where('id', 'in', chainIds)
    .where('is_ended', '=', true)
    .execute()
}

/** Chains with steps that wait for a top-up, or whose jobs were lost. */
export async function waitingChains(
  deps: Pick<Deps, 'db'>,
  before: Date,
): Promise<{ id: string; account_id: string }[]> {
  return deps.db
    .selectFrom('chain')
    .select(['id', 'account_id'])
    .where('is_ended', '=', false)
    .where('updated_at', '<', before)
    .where(
      sql<boolean>`exists (select from chain_step as step left join task on task.id = step.task_id
        where step.chain_id = chain.id and (step.state = 'no_credits' or (step.state = 'started'
          and (task.id is null or task.state in (1, 2)))
        or (step.state in ('waiting', 'stopped') and not exists (select from video where video.id = step.video_id))))`,
    )
    .orderBy('updated_at')
    .execute()
}
