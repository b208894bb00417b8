import { isDeepStrictEqual } from 'node:util'
import type { ChainChoice, ChainInfo } from '#core/contract/chain.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Db, Tx } from '../../store/db.ts'
import { transact } from '../../store/deadlock.ts'
import { newId } from '../../store/id.ts'
import { balanceOf } from '../credits/grant.ts'
import { type Ledger, openLedger, tellCredits, writeEntries } from '../credits/ledger.ts'
import { heldFor } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { leftOfKey, noteKeyTasks } from '../keys/spending.ts'
import { translateMessage } from '../messages.ts'
import { Refusal } from '../refusal.ts'
import { type Caller, describeSkipped, type Skipped } from '../batches/skipped.ts'
import { keepPlaces } from '../tasks/places.ts'
import { chainedVideos } from './plan.ts'
import { type PricedChain, type PricedStep, type PricedVideo, priceChain } from './price.ts'
import { coversOf, getChain } from './read.ts'
import { noteChain, sendChain } from './steps.ts'

/** What a chain would do and cost. Throws a Refusal if a video is not the caller's. */
export async function quoteChain(deps: Deps, caller: Caller, choice: ChainChoice): Promise<DataOf<'quoteChain'>> {
  const { accountId, language } = caller
  const videos = await chainedVideos(deps, accountId, choice)
  const priced = await priceChain(deps, accountId, choice, videos)
  const { total } = await balanceOf(deps.db, accountId)
  const covers = await coversOf(
    deps,
    videos.map(({ row }) => row.id),
  )
  const remarks = priced.videos.flatMap(({ steps }) => steps.flatMap((step) => step.remarks))
  return {
    credits: priced.credits,
    is_estimate: stepsOf(priced).some(({ isEstimate }) => isEstimate),
    balance: total,
    parts: partsOf(priced),
    videos: priced.videos.map(({ video: { row }, steps }) => ({
      ...{ video_id: row.id, video_name: row.name, folder_id: row.folder_id, cover: covers.get(row.id) ?? '' },
      duration_ms: row.duration_ms ?? 0,
      credits: sumOf(steps),
      is_estimate: steps.some(({ isEstimate }) => isEstimate),
      steps: steps.map((step) => ({
        ...{ key: step.key, step: step.step, language: step.language, task_type: step.taskType },
        ...{ needs: [...step.needs], credits: step.credits, is_estimate: step.isEstimate },
        ...{ file_id: step.versionId, is_existing: step.isExisting },
      })),
    })),
    skipped: describeSkipped(priced.skipped, language),
    remarks: [...new Set(remarks.map(({ key, params }) => translateMessage(language, key, params)))],
  }
}

const stepsOf = ({ videos }: PricedChain): PricedStep[] => videos.flatMap(({ steps }) => steps)

/** Sums by step, in the order of the steps. */
function partsOf(priced: PricedChain): DataOf<'quoteChain'>['parts'] {
  const made = stepsOf(priced).filter(({ isExisting, taskType }) => !isExisting && taskType !== '')
  return [...Map.groupBy(made, ({ step }) => step)].map(([step, steps]) => ({
    step,
    tasks: steps.length,
    credits: sumOf(steps),
    is_estimate: steps.some(({ isEstimate }) => isEstimate),
  }))
}

/** A statement has a limited number of values. */
const ROWS_AT_ONCE = 1000

/** Starts a chain and holds its whole price; the same key returns the first one. Throws a Refusal. */
export async function addChain(
  deps: Deps,
  caller: Caller,
  { idempotency_key, most_credits, ...choice }: ParsedInputOf<'addChain'>,
): Promise<ChainInfo> {
  const { accountId } = caller
  const before = await chainWithKey(deps.db, accountId, idempotency_key)
  if (before !== undefined) return getChain(deps, caller, before)
  const videos = await chainedVideos(deps, accountId, choice)
  const priced = await priceChain(deps, accountId, choice, videos)
  const chainId = await transact(deps.db, async (tx) => {
    await keepPlaces(
      tx,
      accountId,
      videos.map(({ row }) => ({ video: row.id, project: choice.project_id })),
    )
    // Locked from here on, so that of two equal requests the second finds the chain of the first.
    const ledger = await openLedger(tx, accountId)
    const meanwhile = await chainWithKey(tx, accountId, idempotency_key)
    if (meanwhile !== undefined) return meanwhile
    const { left, skipped } = await withoutOngoing(tx, accountId, choice, priced)
    const steps = left.flatMap(({ video, steps: own }) => own.map((step, position) => ({ video, step, position })))
    if (!steps.some(({ step }) => !step.isExisting)) throw nothingLeft(skipped)
    const credits = sumOf(steps.map(({ step }) => step))
    if (most_credits !== undefined && credits > most_credits)
      throw new Refusal('refused', 'chain_price_changed', { n: credits })
    await refuseUnlessPaid(tx, caller, credits)
    const held = steps.map((each) => ({ ...each, taskId: each.step.taskType === '' ? null : newId() }))
    await holdAll(ledger, caller, held)
    const id = newId()
    await tx
      .insertInto('chain')
      .values({
        ...{ id, account_id: accountId, key_id: caller.keyId ?? null, project_id: choice.project_id ?? null },
        ...{ choice: JSON.stringify(choice), skipped: JSON.stringify(skipped), idempotency_key, retry_key: null },
      })
      .execute()
    for (let from = 0; from < held.length; from += ROWS_AT_ONCE) {
      const rows = held.slice(from, from + ROWS_AT_ONCE).map((each) => rowOf(id, each))
      await tx.insertInto('chain_step').values(rows).execute()
    }
    await sendChain(deps, tx, id)
    await noteChain(deps, tx, { id, account_id: accountId })
    return id
  })
  return getChain(deps, caller, chainId)
}

const sumOf = (steps: readonly { readonly credits: number }[]): number =>
  steps.reduce((sum, { credits }) => sum + credits, 0)

/** Refuses a price above the balance or the key's cap. */
export async function refuseUnlessPaid(
  tx: Tx,
  { accountId, keyId }: Pick<Caller, 'accountId' | 'keyId'>,
  credits: number,
): Promise<void> {
  const { total } = await balanceOf(tx, accountId)
  if (credits > total) throw new Refusal('refused', 'insufficient_credits', { needed: credits, left: total })
  const room = keyId === undefined ? undefined : await leftOfKey(tx, keyId)
  if (room !== undefined && credits > room) throw new Refusal('refused', 'key_cap', { needed: credits, left: room })
}

/** Holds the price of each step under the id of its future task. */
async function holdAll(ledger: Ledger, { keyId }: Caller, steps: readonly HeldStep[]): Promise<void> {
  const paid = steps.filter(({ step }) => step.credits > 0)
  const entries = paid.flatMap(({ step, video, taskId }) =>
    heldFor(ledger, { id: taskId ?? '', type: step.taskType, name: video.row.name }, step.credits),
  )
  await writeEntries(ledger, entries)
  if (entries.length > 0) await tellCredits(ledger)
  if (keyId === undefined) return
  await noteKeyTasks(
    ledger.tx,
    keyId,
    paid.map(({ taskId }) => taskId ?? ''),
  )
}

type HeldStep = Pick<PricedVideo, 'video'> & {
  readonly step: PricedStep
  readonly position: number
  readonly taskId: string | null
}

const rowOf = (chainId: string, { video, step, position, taskId }: HeldStep) => ({
  ...{ chain_id: chainId, video_id: video.row.id, key: step.key, position, step: step.step, language: step.language },
  ...{ task_type: step.taskType, needs: JSON.stringify(step.needs), text_of: step.textOf },
  state: step.isExisting ? ('existing' as const) : ('waiting' as const),
  task_id: step.isExisting ? null : taskId,
  subtitle_id: step.versionId || null,
  ...{ credits: step.credits, is_estimate: step.isEstimate },
})

async function chainWithKey(db: Db, accountId: string, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('chain')
    .select('id')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row?.id
}

/** Leaves out videos for which an equal chain is under way: they would be paid for twice. */
async function withoutOngoing(
  tx: Tx,
  accountId: string,
  choice: ChainChoice,
  priced: PricedChain,
): Promise<{ left: PricedVideo[]; skipped: Skipped[] }> {
  const ongoing = await tx
    .selectFrom('chain')
    .select(['id', 'choice'])
    .where('account_id', '=', accountId)
    .where('is_ended', '=', false)
    .execute()
  const wanted = goalsOf(choice)
  const equal = ongoing.filter((chain) => isDeepStrictEqual(goalsOf(chain.choice), wanted)).map(({ id }) => id)
  if (equal.length === 0) return { left: priced.videos, skipped: priced.skipped }
  const rows = await tx.selectFrom('chain_step').select('video_id').distinct().where('chain_id', 'in', equal).execute()
  const busy = new Set(rows.map(({ video_id }) => video_id))
  const refused = priced.videos.filter(({ video }) => busy.has(video.row.id))
  const { key, params } = new Refusal('notice', 'being_generated')
  return {
    left: priced.videos.filter(({ video }) => !busy.has(video.row.id)),
    skipped: [
      ...priced.skipped,
      ...refused.map(({ video }) => ({ video_id: video.row.id, language: '', key, params })),
    ],
  }
}

/** A choice as it is stored, without its videos. */
function goalsOf({ source_language, to_languages, subtitles, ...choice }: ChainChoice): unknown {
  const { erase, dub, synthesis_type, stops, settings } = choice
  const languages = to_languages.toSorted()
  return JSON.parse(
    JSON.stringify([source_language, languages, subtitles, erase, dub, synthesis_type, stops, settings]),
  )
}

function nothingLeft([first]: readonly Skipped[]): Refusal {
  if (!first) return new Refusal('refused', 'chain_empty')
  return new Refusal(first.key === 'being_generated' ? 'notice' : 'refused', first.key, first.params)
}
