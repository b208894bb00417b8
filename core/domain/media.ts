/** Assets computed once per content by server or browser: waveform, filmstrip, shot changes. */
export const derivedKinds = ['peaks', 'strip', 'shot_changes'] as const
export type DerivedKind = (typeof derivedKinds)[number]

/** Kinds of assets. */
export type AssetKind = 'cover' | 'proxy' | 'hls' | 'sound' | DerivedKind
