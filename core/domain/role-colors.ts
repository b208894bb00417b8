/** Number of speaker colours; the tenth speaker gets the first one again. */
export const ROLE_COLORS = 9

/** Index of a speaker's colours in the palette, by the speaker's place in the folder. */
export const colorPlace = (at: number): number => Math.max(0, at) % ROLE_COLORS

/** Colours of a speaker in CSS: a strong one for marks and edges, a soft one for backgrounds. */
export function roleColor(at: number): { readonly strong: string; readonly soft: string } {
  const name = `--role-${colorPlace(at) + 1}`
  return { strong: `var(${name})`, soft: `var(${name}-soft)` }
}
