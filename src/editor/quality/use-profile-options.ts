import { useSnapshot } from 'valtio'
import { profiles } from '#core/checks/profiles.ts'
import { profileIds } from '#core/domain/profiles.ts'
import { ownProfiles } from './own-profiles.ts'

/** The profiles that can be chosen: the product's, then one's own. */
export function useProfileOptions(): { value: string; label: string }[] {
  const { list } = useSnapshot(ownProfiles)
  return [
    ...profileIds.map((id) => ({ value: id as string, label: profiles[id].name })),
    ...list.map(({ id, own }) => ({ value: id, label: own.name })),
  ]
}
