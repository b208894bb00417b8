/** What is computed of a video once and stored under its content, by server and browser: waveform, filmstrip, shot changes. */
export const derivedKinds = ['peaks', 'strip', 'shot_changes'] as const
export type DerivedKind = (typeof derivedKinds)[number]

/** Kinds of files that are made of a video's content. */
export type AssetKind = 'cover' | 'proxy' | 'hls' | 'sound' | DerivedKind
