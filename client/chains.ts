import type { DataOf } from './calls.ts'
import { type CallOptions, type Client, pause } from './client.ts'

const LOOK_EVERY_MS = 2000

type Chain = DataOf<'getChain'>

export interface ChainWaitOptions extends CallOptions {
  /** Polling interval in milliseconds; by default 2000. */
  readonly everyMs?: number
  /** Called after each poll. */
  readonly onProgress?: (chain: Chain) => void
}

/**
 * Waits until nothing runs in a chain: it is done, failed, cancelled, or waits for the user or for credits. `signal` ends
 * the waiting, not the chain.
 */
export async function waitForChain(
  client: Client,
  chainId: string,
  { everyMs = LOOK_EVERY_MS, onProgress, signal }: ChainWaitOptions = {},
): Promise<Chain> {
  for (;;) {
    const chain = await client.call('getChain', { chain_id: chainId }, signal ? { signal } : {})
    onProgress?.(chain)
    if (chain.state !== 'running') return chain
    await pause(everyMs, signal)
  }
}
