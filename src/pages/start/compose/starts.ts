import i18next from 'i18next'
import { proxy, ref } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import * as z from 'zod/mini'
import { chainOf, type Goals } from '#core/domain/goals.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { randomId } from '#src/api/random-id.ts'
import { account } from '#src/api/session.ts'
import { stored } from '#src/ui/stored.ts'
import { whenPrepared } from '#src/uploads/prepared.ts'
import { endOfUpload } from '#src/uploads/uploads.ts'
import { KEPT_STARTS } from './kept-starts.ts'
import { clearIntake, intake, type IntakeItem, itemOf, setGoals, goalsSchema } from './intake.ts'

/** A chain that the user has started: it begins once its videos are uploaded and prepared. */
export interface Start {
  /** Also the key that makes a second start the same one. */
  readonly key: string
  readonly items: readonly IntakeItem[]
  readonly goals: Goals
  /** The price that the user saw: a higher one does not start. */
  readonly mostCredits: number
  readonly control: AbortController
  state: 'waiting' | 'starting' | 'failed'
  message: string
}

export const starts = proxy<{ list: Start[] }>({ list: [] })

/** Orders whose videos are uploaded: a page that is closed before they are prepared does not lose them. */
const keptStarts = stored(
  KEPT_STARTS,
  z.array(
    z.object({
      key: z.string(),
      owner: z.string(),
      videos: z.array(z.object({ id: z.string(), name: z.string() })),
      goals: goalsSchema,
      mostCredits: z.number(),
    }),
  ),
  [],
)

/** Starts what the intake has, at most for this price. */
export function startIntake(goals: Goals, mostCredits: number): void {
  add({ key: randomId(), items: clearIntake(), goals, mostCredits })
}

/** Goes on with the orders of an earlier visit. */
export function resumeStarts(): void {
  const owner = account.user?.user_id
  for (const { key, videos, goals, mostCredits, ...kept } of keptStarts.get()) {
    if (kept.owner !== owner || startOf(key)) continue
    const items = videos.map(({ id, name }) => itemOf({ videoId: id, name }))
    add({ key, items, goals, mostCredits })
  }
}

function add(start: Pick<Start, 'key' | 'items' | 'goals' | 'mostCredits'>): void {
  const control = ref(new AbortController())
  starts.list.unshift({ ...start, goals: ref({ ...start.goals }), control, state: 'waiting', message: '' })
  void run(start.key)
}

const startOf = (key: string): Start | undefined => starts.list.find((start) => start.key === key)

async function run(key: string): Promise<void> {
  const start = startOf(key)
  if (!start) return
  const { signal } = start.control
  try {
    const videos = (await Promise.all(start.items.map(uploaded))).flatMap((video) => video ?? [])
    signal.throwIfAborted()
    keep(start, videos)
    const isPrepared = await Promise.all(videos.map(({ id }) => whenPrepared(id, signal)))
    const video_ids = videos.flatMap(({ id }, at) => (isPrepared[at] ? id : []))
    if (video_ids.length === 0) return fail(key, i18next.getFixedT(null, 'start')('none_usable'))
    start.state = 'starting'
    await call('addChain', {
      ...chainOf(start.goals),
      video_ids,
      most_credits: start.mostCredits,
      idempotency_key: key,
    })
    await refresh('listChains', 'getInfo', 'listTasks', 'listRunning', 'sumTasks')
    forget(key)
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof CallFailed)) throw error
    fail(key, error.isOffline ? i18next.t('common:offline') : error.message)
  }
}

/** The video of an item; undefined if its file is refused. */
async function uploaded({ uploadKey, videoId, name }: IntakeItem): Promise<{ id: string; name: string } | undefined> {
  const id = uploadKey === '' ? videoId : await endOfUpload(uploadKey)
  return id === undefined ? undefined : { id, name }
}

function keep({ key, goals, mostCredits }: Start, videos: { id: string; name: string }[]): void {
  const owner = account.user?.user_id ?? ''
  const { targets, stops } = goals
  const entry = { key, owner, videos, mostCredits, goals: { ...goals, targets: [...targets], stops: [...stops] } }
  keptStarts.set([...keptStarts.get().filter((kept) => kept.key !== key), entry])
}

function fail(key: string, message: string): void {
  const start = startOf(key)
  if (start) Object.assign(start, { state: 'failed', message })
}

function forget(key: string): void {
  keptStarts.set(keptStarts.get().filter((kept) => kept.key !== key))
  starts.list = starts.list.filter((start) => start.key !== key)
}

/** Tries a failed start again, with the same price. */
export function startAgain(key: string): void {
  const start = startOf(key)
  if (!start) return
  Object.assign(start, { state: 'waiting', message: '' })
  void run(key)
}

/** Takes a chain back that has not begun: its videos are in the intake again, with what was wanted. */
export function takeBack(key: string): void {
  const start = startOf(key)
  if (!start || start.state === 'starting') return
  start.control.abort()
  intake.items = [...start.items, ...intake.items]
  setGoals(start.goals)
  forget(key)
}

/** Orders of another account are not shown; theirs start at their next visit. */
subscribeKey(account, 'user', (user) => {
  if (user || !account.hasLeft) return
  for (const { control } of starts.list) control.abort()
  starts.list = []
})
