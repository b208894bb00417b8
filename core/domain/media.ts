/** What is computed of a film once and kept under its content: waveform, filmstrip, shot changes. */
export const derivedKinds = ['peaks', 'strip', 'shots'] as const
export type DerivedKind = (typeof derivedKinds)[number]
