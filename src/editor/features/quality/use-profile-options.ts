import { useSnapshot } from 'valtio'
import { profiles } from '#core/checks/profiles.ts'
import { profileIds } from '#core/domain/profiles.ts'
import { ownProfiles } from '../../context/own-profiles.ts'

/** Profiles to choose from: the product's, then the user's. */
export function useProfileOptions(): { value: string; label: string }[] {
  const { list } = useSnapshot(ownProfiles)
  return [
    ...profileIds.map((id) => ({ value: id as string, label: profiles[id].name })),
    ...list.map(({ id, own }) => ({ value: id, label: own.name })),
  ]
}
