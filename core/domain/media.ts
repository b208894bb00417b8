/** What is computed of a video once and stored under its content, by server and browser: waveform, filmstrip, shot changes. */
export const derivedKinds = ['peaks', 'strip', 'shot_changes'] as const
export type DerivedKind = (typeof derivedKinds)[number]

/** Files that a content has beside the video itself. */
export type AssetKind = 'cover' | 'proxy' | 'hls' | DerivedKind
