import { EVENTS_PATH, type LiveEvent } from '#core/contract/event.ts'
import { headers } from './call.ts'

const RETRY_MS = 3000

/** Live events of this account until `signal` ends it; connects again by itself. */
export async function listenToEvents(onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await readStream(onEvent, signal)
    } catch {
      // No connection: what was missed is seen by the refresh that every 60 s brings.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** `EventSource` can't send the token header, so the stream is read by hand. */
async function readStream(onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  const response = await fetch(EVENTS_PATH, { headers: headers(), signal })
  if (!response.ok || !response.body || !response.headers.get('content-type')?.includes('event-stream')) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) if (block.startsWith('data: ')) onEvent(JSON.parse(block.slice(6)) as LiveEvent)
  }
}
