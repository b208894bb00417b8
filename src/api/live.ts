import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { LiveEvent } from '#core/contract/event.ts'
import type { CallName } from '#core/contract/index.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import { movesCredits } from './credits.ts'
import { listenToEvents } from './events.ts'
import { refresh, useCall } from './hooks.ts'
import { noteOwnChange, type Polling, startPolling } from './polling.ts'
import { callRoutes } from './routes.ts'
import { account } from './session.ts'

/** Calls invalidated by each kind of event. */
export const staleCalls: Readonly<Record<LiveEvent['kind'], readonly CallName[]>> = {
  task: [
    'listFiles',
    'listTasks',
    'listRunning',
    'sumTasks',
    'getTask',
    'listVersions',
    'getInfo',
    'getChain',
    'listChains',
  ],
  chain: ['listChains', 'getChain'],
  video: [
    'listFiles',
    'listVideos',
    'listRecentVideos',
    'getVideo',
    'listFolders',
    'listProVideos',
    'getProFolder',
    'listProFolders',
  ],
  version: [],
  comments: [],
  readings: [],
  takes: [],
  presence: [],
  own_list: [],
  shares: ['listSharedVideos', 'listShares', 'getVideo'],
  folder: [
    'getWorkflow',
    'listFlags',
    'listOperations',
    'listVersions',
    'listStageEntries',
    'listChangedDubs',
    'listProVideos',
    'listProSubtitles',
    'getProFolder',
    'listProFolders',
    'listFolders',
    'listFiles',
    'listBatches',
    'getBatch',
  ],
  credits: ['getInfo', 'quote', 'quoteChain', 'listConsumption', 'listRecharges', 'listSkus'],
  order: ['getPayInfo', 'listOrders', 'getInfo', 'listRecharges'],
  engines: ['quote', 'quoteChain', 'getLanguages', 'listEngines'],
}

/** Further calls invalidated by a finished task. */
const madeByTasks: readonly CallName[] = [
  'listVideos',
  'listRecentVideos',
  'getVideo',
  'getBatch',
  'listBatches',
  'listProjects',
  'listProVideos',
  'listProSubtitles',
  'getProFolder',
  'listProFolders',
  'listFlags',
  'listChangedDubs',
]

/** Calls unaffected by a task's progress: counts and payments change when it starts waiting and when it ends. */
const sameWhileRunning: readonly CallName[] = ['getInfo', 'listVersions', 'sumTasks']

/** Calls also polled once a minute, in case an event is lost. */
const eachMinute: readonly CallName[] = [
  'getInfo',
  'listFiles',
  'listTasks',
  'listRunning',
  'sumTasks',
  'listBatches',
  'listProFolders',
  'listProVideos',
]

/** Calls about what may have ended between the page's first calls and its first connection; they are not polled. */
const atStart: readonly CallName[] = ['getVideo', 'getTask', 'getBatch', 'getChain', 'listChains', 'getPayInfo']

/** Calls about tasks, their videos or results: polled while no events arrive. */
const withoutEvents: readonly CallName[] = [...new Set([...staleCalls.task, ...staleCalls.video, ...madeByTasks])]

/** Calls invalidated by an event: a finished task has changed its video. */
export function staleAfter(event: LiveEvent): readonly CallName[] {
  // A newer server may send unknown kinds.
  const stale = staleCalls[event.kind] ?? []
  if (event.kind === 'task' && event.state === TaskState.running)
    return stale.filter((name) => !sameWhileRunning.includes(name))
  const hasEnded = event.kind === 'task' && !describeTaskState(event.state).isOngoing
  return hasEnded ? [...stale, ...madeByTasks] : stale
}

/** Least interval of revalidation, for any number of events. */
const REFRESH_MS = 1000
const waiting = new Set<CallName>()
let lastRefresh = -REFRESH_MS
let refreshTimer: ReturnType<typeof setTimeout> | undefined

/** Revalidates calls, now or batched: thousands of running tasks cost one request a second. */
function refreshSoon(names: readonly CallName[]): void {
  for (const name of names) waiting.add(name)
  if (waiting.size === 0 || refreshTimer !== undefined) return
  refreshTimer = setTimeout(
    () => {
      refreshTimer = undefined
      lastRefresh = performance.now()
      const stale = [...waiting]
      waiting.clear()
      void refresh(...stale)
    },
    Math.max(0, lastRefresh + REFRESH_MS - performance.now()),
  )
}

/** Saved texts: nothing to watch follows. */
const saves: ReadonlySet<CallName> = new Set(['editVersion', 'patchVersion'])

/** After a successful call: this page's own changes of tasks are revalidated at once, also without events. */
export function refreshAfterOwn(name: CallName): void {
  if (callRoutes[name].method === 'GET' || saves.has(name)) return
  noteOwnChange()
  if (movesCredits(name)) refreshSoon([...staleCalls.task, ...madeByTasks])
}

const listeners = new Set<(event: LiveEvent) => void>()
const gapListeners = new Set<() => void>()

/** Calls `onEvent` per event, and `onGap` if some may be missed; returns an unsubscribe function. */
export function onLiveEvents(onEvent: (event: LiveEvent) => void, onGap: () => void): () => void {
  listeners.add(onEvent)
  gapListeners.add(onGap)
  return () => {
    listeners.delete(onEvent)
    gapListeners.delete(onGap)
  }
}

/** Resolves with the next matching event, after `timeoutMs` without one, or when `signal` aborts. */
export function nextLiveEvent(
  fits: (event: LiveEvent) => boolean,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      listeners.delete(listener)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const listener = (event: LiveEvent): void => {
      if (fits(event)) end()
    }
    const timer = setTimeout(end, timeoutMs)
    listeners.add(listener)
    signal.addEventListener('abort', end)
  })
}

/**
 * Keeps mounted data current by events, polling, and on focus. A separate component, since subscribing re-renders with
 * each change.
 */
export function LiveData(): null {
  const { token, user } = useSnapshot(account)
  // Only revalidated: the component that shows it asks for it.
  const { data } = useCall('getInfo', token && user?.is_vistor === false ? {} : undefined, { revalidateOnMount: false })
  const polling = useRef<Polling>(undefined)
  useEffect(() => {
    if (!token) return
    const control = new AbortController()
    const { signal } = control
    const read = (hasEvents: boolean): void => {
      if (!document.hidden) void refresh(...(hasEvents ? eachMinute : withoutEvents))
    }
    const started = startPolling(read, signal)
    polling.current = started
    void listenToEvents(
      {
        onEvent: (event) => {
          for (const listener of listeners) listener(event)
          refreshSoon(staleAfter(event))
        },
        onStart: () => void refresh(...atStart),
        onGap: () => {
          for (const listener of gapListeners) listener()
          void refresh(...new Set(Object.values(staleCalls).flat()))
        },
        onLine: started.setEvents,
      },
      signal,
    )
    document.addEventListener('visibilitychange', started.readNow, { signal })
    return () => control.abort()
  }, [token])
  const ongoing = data?.ongoing ?? 0
  useEffect(() => polling.current?.setOngoing(ongoing), [ongoing, token])
  return null
}
