/**
 * An upload is locked by one tab at a time, from the first byte to the video and through pauses; closing the tab unlocks
 * it. Needs a secure context.
 */
const nameOf = (key: string): string => `upload ${key}`

/** Uploads locked by this tab. */
const own = new Set<string>()

/** Locks an upload for this tab until the returned function is called; waits while it is locked. Rejects when aborted. */
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

/** Works on an unlocked upload; a locked one is skipped. */
export async function ifUnlocked(key: string, work: () => Promise<void>): Promise<void> {
  if (!isSecureContext) return work()
  await navigator.locks.request(nameOf(key), { ifAvailable: true }, async (lock) => {
    if (!lock) return
    own.add(key)
    await work().finally(() => own.delete(key))
  })
}

/** Whether another tab has locked an upload; one query for all. */
export async function lockedElsewhere(): Promise<(key: string) => boolean> {
  if (!isSecureContext) return () => false
  const { held = [] } = await navigator.locks.query()
  const taken = new Set(held.filter(({ mode }) => mode === 'exclusive').map(({ name }) => name))
  return (key) => taken.has(nameOf(key)) && !own.has(key)
}

/** Waits until an upload is unlocked. Rejects when aborted. */
export async function whenUnlocked(key: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(nameOf(key), { mode: 'shared', signal }, () => undefined)
}
