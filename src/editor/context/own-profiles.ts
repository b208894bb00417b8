import { proxy, snapshot, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { type OwnProfile, ownProfileFrom } from '#core/checks/own-profile.ts'
import { stored } from '#src/ui/stored.ts'
import { randomId } from '#src/api/random-id.ts'
import { OwnList, readItem } from '../store/own-list.ts'

/** A profile of the user, with its id. */
export interface KeptProfile {
  readonly id: string
  readonly own: OwnProfile
}

const PREFIX = 'own:'
const MAX_PROFILES = 50
const kept = stored('cuelane-own-profiles', z.array(z.object({ id: z.string(), own: z.looseObject({}) })), [])

/** Profiles that the user created or imported in this browser. */
export const ownProfiles = proxy<{ list: readonly KeptProfile[] }>({
  list: kept.get().flatMap(({ id, own }) => {
    const read = ownProfileFrom(own)
    return read ? [{ id, own: read }] : []
  }),
})
subscribe(ownProfiles, () => kept.set(snapshot(ownProfiles).list as never))

/** Synchronises profiles with the account while an editor is open. */
export const followProfiles = (): (() => void) =>
  new OwnList('profiles', {
    items: () => ownProfiles.list.map(({ id, own }) => ({ id, value: JSON.stringify(own) })),
    set: (items) => {
      ownProfiles.list = items.flatMap(({ id, value }) => {
        const own = ownProfileFrom(readItem(value, z.looseObject({})) ?? {})
        return own ? [{ id, own }] : []
      })
    },
    subscribe: (listener) => subscribe(ownProfiles, listener),
  }).start()

/** Stores a new profile; undefined if there are too many. */
export function keepProfile(own: OwnProfile): KeptProfile | undefined {
  if (ownProfiles.list.length >= MAX_PROFILES) return undefined
  const made = { id: PREFIX + randomId(), own }
  ownProfiles.list = [...ownProfiles.list, made]
  return made
}

export function changeProfile(id: string, own: OwnProfile): void {
  ownProfiles.list = ownProfiles.list.map((each) => (each.id === id ? { id, own } : each))
}

export function deleteProfile(id: string): void {
  ownProfiles.list = ownProfiles.list.filter((each) => each.id !== id)
}
