/** Supported delivery guides; see `core/checks/profiles.ts`. */
export const profileIds = [
  'cuelane',
  'netflix',
  'netflix-children',
  'netflix-sdh',
  'netflix-children-sdh',
  'bbc',
  'bbc-vertical',
  'ebu-teletext',
  'vertical',
] as const
export type ProfileId = (typeof profileIds)[number]
