/** Where the browser keeps chains that wait for their videos. */
export const KEPT_STARTS = 'chain_starts'
