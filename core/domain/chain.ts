/** Most videos of a chain. */
export const MAX_CHAIN_VIDEOS = 500
export const MAX_CHAIN_LANGUAGES = 24

/** What a step of a chain does: `stop` waits for the user, `check` counts findings; the others are tasks. */
export const chainStepKinds = ['erase', 'extract', 'stop', 'translate', 'dub', 'subtitles', 'check'] as const
export type ChainStepKind = (typeof chainStepKinds)[number]

/** After which steps a chain can stop for corrections. */
export const chainStops = ['extract', 'translate'] as const
export type ChainStop = (typeof chainStops)[number]

/**
 * State of a step. `existing`: made before, costs nothing; `waiting`: for another step; `no_credits`: its price rose above
 * what is held and left; `stopped`: for the user; `blocked`: a step that it needs failed or was cancelled.
 */
export const chainStepStates = [
  ...(['existing', 'waiting', 'no_credits', 'queued', 'running', 'stopped'] as const),
  ...(['done', 'failed', 'blocked', 'cancelled'] as const),
] as const
export type ChainStepState = (typeof chainStepStates)[number]

/**
 * State of a chain or of one of its videos. `stopped` and `no_credits`: nothing runs until the user continues, or adds
 * credits; `failed`: ended with a failed step.
 */
export const chainStates = ['running', 'no_credits', 'stopped', 'done', 'failed', 'cancelled'] as const
export type ChainState = (typeof chainStates)[number]
