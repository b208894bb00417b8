/**
 * An upload belongs to one file of one tab at a time, where the browser can see to that: its lock is held from the first
 * byte to the video, also through a pause, and goes with the tab.
 */
const nameOf = (key: string): string => `upload ${key}`

/** Uploads that this tab is at. */
const own = new Set<string>()

/** Takes an upload for this tab until what comes back is called; waits while it is taken. Rejects where that is given up. */
export function lockUpload(key: string, signal: AbortSignal): Promise<() => void> {
  if (!isSecureContext) return Promise.resolve(() => undefined)
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> =>
      new Promise((letGo) => {
        own.add(key)
        resolve(() => {
          own.delete(key)
          letGo()
        })
      })
    navigator.locks.request(nameOf(key), { signal }, hold).catch(reject)
  })
}

/** Does something with an upload that nobody is at; one that is taken is left alone. */
export async function ifUnlocked(key: string, work: () => Promise<void>): Promise<void> {
  if (!isSecureContext) return work()
  await navigator.locks.request(nameOf(key), { ifAvailable: true }, async (lock) => {
    if (!lock) return
    own.add(key)
    await work().finally(() => own.delete(key))
  })
}

/** Whether another tab of this browser is at an upload; a question for as many as there are. */
export async function lockedElsewhere(): Promise<(key: string) => boolean> {
  if (!isSecureContext) return () => false
  const { held = [] } = await navigator.locks.query()
  const taken = new Set(held.filter(({ mode }) => mode === 'exclusive').map(({ name }) => name))
  return (key) => taken.has(nameOf(key)) && !own.has(key)
}

/** Waits until an upload is let go. Rejects where that is given up. */
export async function whenUnlocked(key: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(nameOf(key), { mode: 'shared', signal }, () => undefined)
}
