import { TaskState } from '#core/domain/task.ts'
import type { UsedMedia } from '#core/domain/used-media.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import type { Db, Tx } from '../../store/db.ts'
import { transact } from '../../store/deadlock.ts'
import { newId } from '../../store/id.ts'
import { releaseCredits } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { failureText } from '../messages.ts'
import { Refusal } from '../refusal.ts'
import { startTask } from '../tasks/start.ts'
import { findVideo } from '../videos/read.ts'
import { configFor, versionsOf } from './plan.ts'
import type { ChainRow, JoinedStep, StepRow } from './steps.ts'

/** Refusals after which a step waits for credits. */
const lacksCredits: ReadonlySet<string> = new Set(['insufficient_credits', 'key_cap'])

/** The step's row, locked, unless it began or ended meanwhile. */
export async function lockStep(tx: Tx, step: StepRow): Promise<StepRow | undefined> {
  return tx
    .selectFrom('chain_step')
    .selectAll()
    .where('chain_id', '=', step.chain_id)
    .where('video_id', '=', step.video_id)
    .where('key', '=', step.key)
    .where('state', '=', step.state)
    .where('attempt', '=', step.attempt)
    .forUpdate()
    .executeTakeFirst()
}

/** Changes a step's row. */
export async function updateStep(tx: Tx, step: StepRow, change: StepChange): Promise<void> {
  await tx
    .updateTable('chain_step')
    .set({ ...change, updated_at: new Date() })
    .where('chain_id', '=', step.chain_id)
    .where('video_id', '=', step.video_id)
    .where('key', '=', step.key)
    .execute()
}

type StepChange = Partial<
  Pick<StepRow, 'state' | 'task_id' | 'subtitle_id' | 'credits' | 'fault' | 'is_estimate' | 'attempt'>
>

/** Ends a step without a task: its credits return. */
export async function endStep(tx: Tx, step: StepRow, change: StepChange): Promise<void> {
  if (step.task_id !== null)
    await releaseCredits(tx, step.task_id, change.state === 'cancelled' ? 'taken_back' : 'failed')
  await updateStep(tx, step, { ...change, credits: 0 })
}

/**
 * Starts the task of a step. Where its text exists meanwhile, or an equal task is under way, that one is used and its
 * credits return. A Refusal is stored as the reason.
 */
export async function beginStep(
  deps: Deps,
  chain: ChainRow,
  step: JoinedStep,
  all: readonly JoinedStep[],
): Promise<void> {
  try {
    await transact(deps.db, async (tx) => {
      const locked = await lockStep(tx, step)
      if (!locked) return
      const made = await madeMeanwhile(tx, chain, step)
      if (made !== undefined) {
        await endStep(tx, locked, { state: 'existing', subtitle_id: made, task_id: null, fault: '' })
        return
      }
      const held = { taskId: locked.task_id ?? newId(), credits: locked.credits }
      const video = await findVideo(tx, chain.account_id, step.video_id)
      const source = all.find((each) => each.step === 'extract')?.language ?? video.language
      const chosen = { taskType: step.task_type, language: step.language }
      const started = await startTask(deps, tx, chain.account_id, {
        type: step.task_type,
        subjects: {
          video: step.video_id,
          subtitle: step.text_of === '' ? undefined : await textFor(tx, chain, step, all),
          project: chain.project_id ?? undefined,
        },
        config: configFor(deps, chain.choice, chosen, source),
        idempotencyKey: `chain ${chain.id} ${step.video_id} ${step.key} ${step.attempt}`,
        keyId: chain.key_id ?? undefined,
        chain: { id: chain.id, held, given: givenTo(step, all) },
      })
      if (started.task_id !== held.taskId && locked.task_id !== null) await releaseCredits(tx, locked.task_id)
      const { task_id, credits } = started
      await updateStep(tx, locked, { state: 'started', task_id, credits, is_estimate: false, fault: '' })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await noteRefusal(deps, step, error)
  }
}

/** Keeps what is held where only credits are missing: the step goes on once there are enough. */
async function noteRefusal({ db }: Deps, step: JoinedStep, { key, params }: Refusal): Promise<void> {
  await transact(db, async (tx) => {
    const locked = await lockStep(tx, step)
    if (!locked) return
    const fault = failureText({ key, params })
    if (lacksCredits.has(key)) await updateStep(tx, locked, { state: 'no_credits', fault })
    else await endStep(tx, locked, { state: 'failed', fault })
  })
}

/** A version in the step's language that was made since the chain was planned. */
async function madeMeanwhile(tx: Tx, { account_id }: ChainRow, step: StepRow): Promise<string | undefined> {
  if (step.step !== 'extract' && step.step !== 'translate') return undefined
  const versions = await versionsOf(tx, account_id, [step.video_id])
  return versions.get(step.video_id)?.get(step.language)
}

/** The version that a step works on: the one of the step that made it, else the video's in that language. */
export async function textFor(
  db: Db,
  { account_id }: Pick<ChainRow, 'account_id'>,
  step: Pick<StepRow, 'text_of' | 'video_id'>,
  all: readonly StepRow[],
): Promise<string> {
  const maker = all.find(({ key }) => key === step.text_of)
  const row = await db
    .selectFrom('subtitle')
    .select('id')
    .where('id', '=', maker?.subtitle_id ?? '')
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  if (row) return row.id
  const versions = await versionsOf(db, account_id, [step.video_id])
  const other = versions.get(step.video_id)?.get(maker?.language ?? '')
  if (other === undefined) throw new Refusal('refused', 'no_version')
  return other
}

/** Results of this chain that a step uses: the erased picture, and the dub under its subtitles. */
function givenTo(step: StepRow, all: readonly JoinedStep[]): UsedMedia {
  const resultOf = (key: string | undefined): string | undefined => {
    const made = all.find((each) => each.key === key)
    return made?.state === 'done' && made.task_state === TaskState.succeeded ? (made.task_id ?? undefined) : undefined
  }
  const dub = all.find(({ key, task_type }) => step.needs.includes(key) && task_type === videoDubbingOnly.type)
  const [picture_of, sound_of] = [resultOf('erase'), resultOf(dub?.key)]
  return { ...(picture_of !== undefined && { picture_of }), ...(sound_of !== undefined && { sound_of }) }
}
