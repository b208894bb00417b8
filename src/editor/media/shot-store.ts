import { editShotChanges, shotEditBetween } from '#core/timing/shot-edits.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { stored } from '#src/ui/stored.ts'
import * as z from 'zod/mini'
import { delays } from '../model/options.ts'

/** Store of a video's edited shot changes. */
export interface ShotStore {
  /** The edited list in milliseconds; undefined if unedited. */
  read(): Promise<readonly number[] | undefined>
  /** Stores a list made from another. Edits of other users in between come back by `onMerged`. */
  write(before: readonly number[], after: readonly number[], onMerged: (times: readonly number[]) => void): void
}

const times = z.array(z.number())

/** Shot changes of a local file, stored in this browser. */
export function localShotStore(key: string): ShotStore {
  const kept = stored(`cuelane-shots ${key}`, z.optional(times), undefined)
  return { read: async () => kept.get(), write: (_before, after) => kept.set([...after]) }
}

/** The list that the server does not have yet, its base, and one whose answer has not come: the server may have it. */
const unsentSchema = z.optional(z.object({ before: times, after: times, sent: z.optional(times) }))

const isSame = (a: readonly number[], b: readonly number[]): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Shot changes of a library video, stored in this browser until the server has them. If another user edits the list
 * meanwhile, the edits are merged.
 */
export function libraryShotStore(videoId: string, onFailure: (error: unknown) => void): ShotStore {
  const unsent = stored(`cuelane-shots ${videoId}`, unsentSchema, undefined)
  let revision = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = Promise.resolve()
  const merge = (theirs: readonly number[]): number[] | undefined => {
    const mine = unsent.get()
    if (!mine) return undefined
    const base = mine.sent && isSame(mine.sent, theirs) ? mine.sent : mine.before
    const after = editShotChanges(theirs, shotEditBetween(base, mine.after))
    unsent.set({ before: [...theirs], after })
    return after
  }
  const send = async (onMerged: (merged: readonly number[]) => void): Promise<void> => {
    const mine = unsent.get()
    if (!mine) return
    unsent.set({ ...mine, sent: mine.after })
    try {
      const sent = await call('setShotChanges', { file_id: videoId, revision, times: mine.after })
      revision = sent.revision
      const now = unsent.get()
      if (!now || isSame(now.after, mine.after)) unsent.clear()
      else unsent.set({ before: mine.after, after: now.after })
    } catch (error) {
      const newer = error instanceof CallFailed ? newerList(error.data) : undefined
      if (!newer) return onFailure(error)
      revision = newer.revision
      const merged = merge(newer.times)
      if (merged) onMerged(merged)
      return send(onMerged)
    }
  }
  const queue = (onMerged: (merged: readonly number[]) => void): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      sending = sending.then(() => send(onMerged))
    }, delays.write)
  }
  return {
    read: async () => {
      const list = await call('getShotChanges', { file_id: videoId })
      revision = list.revision
      const merged = list.times ? merge(list.times) : unsent.get()?.after
      if (merged) queue(() => undefined)
      return merged ?? list.times ?? undefined
    },
    write: (before, after, onMerged) => {
      const kept = unsent.get() ?? { before: [...before] }
      unsent.set({ ...kept, after: [...after] })
      queue(onMerged)
    },
  }
}

function newerList(data: unknown): { revision: number; times: number[] } | undefined {
  const list = z.object({ revision: z.number(), times }).safeParse(data)
  return list.success ? list.data : undefined
}
