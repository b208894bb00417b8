import { setImmediate } from 'node:timers/promises'
import { canCancel, nextSteps } from '#core/tasks/chain.ts'
import { transact } from '../../store/deadlock.ts'
import { checkVersion } from '../operations/run.ts'
import type { Deps } from '../deps.ts'
import { failureText } from '../messages.ts'
import { Refusal } from '../refusal.ts'
import { beginStep, endStep, lockStep, textFor, updateStep } from './begin.ts'
import { type ChainRow, type JoinedStep, joinedSteps, noteChain, stateOfStep } from './steps.ts'

/** Does what follows in a chain, as often as it is asked: each step begins once. */
export async function advanceChain(deps: Deps, chainId: string, signal: AbortSignal): Promise<void> {
  const chain = await deps.db.selectFrom('chain').selectAll().where('id', '=', chainId).executeTakeFirst()
  if (!chain) return
  let hasChanged = false
  while (await advanceOnce(deps, chain, signal)) hasChanged = true
  if (hasChanged || !chain.is_ended) await transact(deps.db, (tx) => noteChain(deps, tx, chain))
}

/** Whether anything changed. */
async function advanceOnce(deps: Deps, chain: ChainRow, signal: AbortSignal): Promise<boolean> {
  let hasChanged = false
  const steps = await joinedSteps(deps.db, [chain.id])
  for (const own of Map.groupBy(steps, ({ video_id }) => video_id).values()) {
    // The embedded database answers without leaving the main thread: heartbeats and requests come between videos.
    await setImmediate()
    signal.throwIfAborted()
    for (const step of own) if (await noteEnd(deps, step)) hasChanged = true
    for (const step of own) if (!step.has_video && (await giveUp(deps, step))) hasChanged = true
    if (hasChanged) continue
    const states = own.map((step) => ({ ...step, state: stateOfStep(step), row: step }))
    const { begin, block } = nextSteps(states)
    for (const { row } of block) await blockStep(deps, row)
    if (block.length > 0) hasChanged = true
    // Steps that wait for credits are tried again, and may wait on.
    for (const { row } of begin) if (await beginOne(deps, chain, row, own)) hasChanged = true
  }
  return hasChanged
}

/** Stores the end of a step's task. */
async function noteEnd({ db }: Deps, step: JoinedStep): Promise<boolean> {
  const state = stateOfStep(step)
  if (step.state !== 'started' || state === 'queued' || state === 'running') return false
  return transact(db, async (tx) => {
    const locked = await lockStep(tx, step)
    if (!locked) return false
    if (state === 'done') await updateStep(tx, locked, { state, subtitle_id: step.made_id ?? locked.subtitle_id })
    else
      await updateStep(tx, locked, {
        state: state === 'failed' ? 'failed' : 'cancelled',
        credits: 0,
        fault: step.task_fault ?? '',
      })
    return true
  })
}

/** Takes back a step of a deleted video. */
async function giveUp({ db }: Deps, step: JoinedStep): Promise<boolean> {
  if (step.state === 'started' || !canCancel({ state: stateOfStep(step) })) return false
  return transact(db, async (tx) => {
    const locked = await lockStep(tx, step)
    if (locked) await endStep(tx, locked, { state: 'cancelled', fault: '' })
    return locked !== undefined
  })
}

async function blockStep({ db }: Deps, step: JoinedStep): Promise<void> {
  await transact(db, async (tx) => {
    const locked = await lockStep(tx, step)
    if (locked) await endStep(tx, locked, { state: 'blocked', fault: '' })
  })
}

/** Begins a step; returns whether its state changed. */
async function beginOne(deps: Deps, chain: ChainRow, step: JoinedStep, all: readonly JoinedStep[]): Promise<boolean> {
  if (step.step === 'stop') return storeState(deps, step, 'stopped')
  if (step.step === 'check') return checkStep(deps, chain, step, all)
  await beginStep(deps, chain, step, all)
  const now = await deps.db
    .selectFrom('chain_step')
    .select('state')
    .where('chain_id', '=', step.chain_id)
    .where('video_id', '=', step.video_id)
    .where('key', '=', step.key)
    .executeTakeFirst()
  return now !== undefined && now.state !== step.state
}

async function storeState(
  { db }: Deps,
  step: JoinedStep,
  state: 'stopped' | 'done',
  findings?: object,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const locked = await lockStep(tx, step)
    if (!locked) return false
    await updateStep(tx, locked, { state })
    if (findings)
      await tx
        .updateTable('chain_step')
        .set({ findings: JSON.stringify(findings) })
        .where('chain_id', '=', step.chain_id)
        .where('video_id', '=', step.video_id)
        .where('key', '=', step.key)
        .execute()
    return true
  })
}

/** Counts the findings of a result's lines; one that is gone has none. */
async function checkStep(deps: Deps, chain: ChainRow, step: JoinedStep, all: readonly JoinedStep[]): Promise<boolean> {
  try {
    const versionId = await textFor(deps.db, chain, step, all)
    return await storeState(deps, step, 'done', await checkVersion(deps, chain.account_id, versionId))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { key, params } = error
    await transact(deps.db, async (tx) => {
      const locked = await lockStep(tx, step)
      if (locked) await endStep(tx, locked, { state: 'failed', fault: failureText({ key, params }) })
    })
    return true
  }
}
