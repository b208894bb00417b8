/** What the user may do with a film that is shared with them: read it and comment, or change its subtitles too. */
export const shareRoles = ['review', 'edit'] as const
export type ShareRole = (typeof shareRoles)[number]

/** How far the user reaches into a film: it is theirs, or it is shared with them. */
export const reaches = ['own', ...shareRoles] as const
export type Reach = (typeof reaches)[number]

/** People that one film is shared with, at most. */
export const MOST_SHARES = 50

/** Whether a reach is enough for what asks for a role. */
export function reachesFor(reach: Reach, need: ShareRole): boolean {
  return reach === 'own' || reach === 'edit' || need === 'review'
}
