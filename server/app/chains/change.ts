import type { ChainInfo } from '#core/contract/chain.ts'
import type { ParsedInputOf } from '#core/contract/index.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import { canCancel, canRetry } from '#core/tasks/chain.ts'
import type { Tx } from '../../store/db.ts'
import { transact } from '../../store/deadlock.ts'
import { newId } from '../../store/id.ts'
import { holdCredits, releaseCredits } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { noteKeyTasks } from '../keys/spending.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import type { Caller } from '../batches/skipped.ts'
import { endStep, updateStep } from './begin.ts'
import { videoRows } from '../videos/read.ts'
import { chainedVideos } from './plan.ts'
import { priceChain } from './price.ts'
import { getChain } from './read.ts'
import { pricesNow } from './reprice.ts'
import { refuseUnlessPaid } from './start.ts'
import { type ChainRow, type JoinedStep, joinedSteps, noteChain, sendChain, stateOfStep } from './steps.ts'

interface Some {
  readonly chain_id: string
  readonly video_ids?: readonly string[] | undefined
}

/** The caller's chain, locked, with its steps and those of the chosen videos. */
async function lockedChain(tx: Tx, accountId: string, { chain_id, video_ids }: Some) {
  const chain = await own({ db: tx, accountId }, 'chain', chain_id, { lock: true })
  const all = await joinedSteps(tx, [chain.id])
  return { chain, all, chosen: all.filter(({ video_id }) => video_ids?.includes(video_id) ?? true) }
}

/** Ends the stops of a chain; refused if what is to come costs more than is held and left. */
export async function continueChain(
  deps: Deps,
  caller: Caller,
  input: ParsedInputOf<'continueChain'>,
): Promise<ChainInfo> {
  const { accountId } = caller
  const before = await own({ db: deps.db, accountId }, 'chain', input.chain_id)
  const prices = await pricesNow(deps, before, await joinedSteps(deps.db, [before.id]))
  await transact(deps.db, async (tx) => {
    const { chain, all, chosen } = await lockedChain(tx, accountId, input)
    const stops = chosen.filter(({ state }) => state === 'stopped')
    if (stops.length === 0) return
    const waiting = all.filter(({ state }) => state === 'waiting' || state === 'no_credits')
    const priceOf = (step: JoinedStep): number => prices.get(`${step.video_id} ${step.key}`) ?? step.credits
    const held = sum(waiting.map(({ credits }) => credits))
    const now = sum(waiting.map(priceOf))
    if (input.most_credits !== undefined && now > input.most_credits)
      throw new Refusal('refused', 'chain_price_changed', { n: now })
    if (now > held) await refuseUnlessPaid(tx, { accountId, keyId: chain.key_id ?? undefined }, now - held)
    for (const step of stops) await updateStep(tx, step, { state: 'done' })
    await follow(deps, tx, chain)
  })
  return getChain(deps, caller, input.chain_id)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

async function follow(deps: Deps, tx: Tx, chain: ChainRow): Promise<void> {
  await tx.updateTable('chain').set({ read: false }).where('id', '=', chain.id).execute()
  await noteChain(deps, tx, chain)
  await sendChain(deps, tx, chain.id)
}

/** Takes back steps that have not begun, with their credits; running ones end. */
export async function cancelChain(deps: Deps, caller: Caller, input: ParsedInputOf<'cancelChain'>): Promise<ChainInfo> {
  await transact(deps.db, async (tx) => {
    const { chain, chosen } = await lockedChain(tx, caller.accountId, input)
    for (const step of chosen) {
      if (!canCancel({ state: stateOfStep(step) })) continue
      if (step.state !== 'started') await endStep(tx, step, { state: 'cancelled', fault: '' })
      else await cancelQueued(tx, chain, step)
    }
    await follow(deps, tx, chain)
  })
  return getChain(deps, caller, input.chain_id)
}

/** Takes back a waiting task; one that began meanwhile goes on, and one of another start is left alone. */
async function cancelQueued(tx: Tx, { id, account_id }: ChainRow, step: JoinedStep): Promise<void> {
  const task = await tx
    .selectFrom('task')
    .select(['id', 'state', 'chain_id'])
    .where('id', '=', step.task_id)
    .where('account_id', '=', account_id)
    .forUpdate()
    .executeTakeFirst()
  if (task && task.state !== TaskState.queued) return
  if (task && task.chain_id === id) {
    await releaseCredits(tx, task.id, 'taken_back')
    await tx.deleteFrom('task').where('id', '=', task.id).execute()
  }
  await updateStep(tx, step, { state: 'cancelled', credits: 0, fault: '' })
}

/** Begins failed, blocked and cancelled steps again, at their price of now, which is held at once. */
export async function retryChain(deps: Deps, caller: Caller, input: ParsedInputOf<'retryChain'>): Promise<ChainInfo> {
  const { accountId } = caller
  const before = await own({ db: deps.db, accountId }, 'chain', input.chain_id)
  if (before.retry_key === input.idempotency_key) return getChain(deps, caller, before.id)
  const prices = await pricesAgain(deps, before, input.video_ids)
  await transact(deps.db, async (tx) => {
    const { chain, chosen } = await lockedChain(tx, accountId, input)
    if (chain.retry_key === input.idempotency_key) return
    const again = chosen.filter((step) => canRetry({ state: stateOfStep(step) }) && isOver(step))
    const priceOf = (step: JoinedStep): number => prices.get(`${step.video_id} ${step.key}`) ?? step.credits
    const starter = { accountId, keyId: chain.key_id ?? undefined }
    await refuseUnlessPaid(tx, starter, sum(again.map(priceOf)))
    for (const step of again) {
      const [task_id, credits] = [step.task_type === '' ? null : newId(), priceOf(step)]
      if (task_id !== null && credits > 0) {
        await holdCredits(tx, accountId, { id: task_id, type: step.task_type }, credits)
        if (starter.keyId !== undefined) await noteKeyTasks(tx, starter.keyId, [task_id])
      }
      await updateStep(tx, step, { state: 'waiting', attempt: step.attempt + 1, task_id, credits, fault: '' })
    }
    await tx.updateTable('chain').set({ retry_key: input.idempotency_key }).where('id', '=', chain.id).execute()
    await follow(deps, tx, chain)
  })
  return getChain(deps, caller, input.chain_id)
}

/** Not while its task works: its result is taken when it ends. */
const isOver = ({ task_state, state }: JoinedStep): boolean =>
  state !== 'started' || task_state === null || !describeTaskState(task_state).isOngoing

/** Prices of all steps of a chain's videos as they are now, by video and key. */
async function pricesAgain(
  deps: Deps,
  { account_id, choice }: ChainRow,
  wanted: readonly string[] = choice.video_ids,
): Promise<Map<string, number>> {
  const ids = wanted.filter((id) => choice.video_ids.includes(id))
  const left = await videoRows(deps.db, account_id, ids)
  const videos = await chainedVideos(deps, account_id, { ...choice, video_ids: left.map(({ id }) => id) })
  const priced = await priceChain(deps, account_id, choice, videos)
  return new Map(
    priced.videos.flatMap(({ video, steps }) =>
      steps.map(({ key, credits }) => [`${video.row.id} ${key}`, credits] as const),
    ),
  )
}
