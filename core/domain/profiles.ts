/** Delivery guides whose numbers the product knows; `core/checks/profiles.ts` has them. */
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
