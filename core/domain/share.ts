/** Roles of guests of a shared video: reading and commenting, or editing its subtitles too. */
export const shareRoles = ['review', 'edit'] as const
export type ShareRole = (typeof shareRoles)[number]

/** What the user may do with a video: everything with their own, else what its share allows. */
export const accessLevels = ['own', ...shareRoles] as const
export type AccessLevel = (typeof accessLevels)[number]
/** The name that src/editor still has for it. */
export type Reach = AccessLevel

/** Accounts that one video is shared with, at most. */
export const MOST_SHARES = 50

/** Whether an access level includes what a role may do. */
export function allowsRole(access: AccessLevel, need: ShareRole): boolean {
  return access === 'own' || access === 'edit' || need === 'review'
}
