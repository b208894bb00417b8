import { createParser } from 'eventsource-parser'
import { EVENTS_PATH, type LiveEvent, PAGE_HEADER } from '#core/contract/event.ts'
import { headers } from './call.ts'
import { pause } from './pause.ts'
import { pageId } from './page-id.ts'

/** The server writes at least every 20 s; a silent connection is dead, as after a computer's sleep. */
const SILENCE_MS = 50_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000

/** Receivers of live events. */
export interface EventListener {
  onEvent(event: LiveEvent): void
  /** The first connection stands: events since the page's first calls may have been missed. */
  onStart(): void
  /** The connection is back: events may have been missed. */
  onGap(): void
  /** Whether the stream is connected. */
  onLine(stands: boolean): void
}

/** Passes on the account's live events until `signal` aborts; reconnects with growing pauses. */
export async function listenToEvents(listener: EventListener, signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS
  let wasGone = false
  while (!signal.aborted) {
    try {
      await readStream(
        (event) => listener.onEvent(event),
        signal,
        () => {
          retryMs = FIRST_RETRY_MS
          listener.onLine(true)
          if (wasGone) listener.onGap()
          else listener.onStart()
        },
      )
    } catch {
      // No connection: retried below.
    }
    wasGone = true
    if (!signal.aborted) listener.onLine(false)
    await pause(retryMs * (0.75 + Math.random() / 2), signal)
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS)
  }
}

/** Reads one connection to its end. `EventSource` can't send the token header, hence `fetch`. */
async function readStream(onEvent: (event: LiveEvent) => void, signal: AbortSignal, onOpen: () => void): Promise<void> {
  const silence = new AbortController()
  const ends = AbortSignal.any([signal, silence.signal])
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const asked = { ...headers(), [PAGE_HEADER]: pageId }
    const { ok, body, headers: answer } = await fetch(EVENTS_PATH, { headers: asked, signal: ends })
    if (!ok || !body || !answer.get('content-type')?.includes('event-stream')) return
    const parser = createParser({ onEvent: ({ data }) => onEvent(JSON.parse(data) as LiveEvent) })
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    let isFirst = true
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // Only after data: a buffering proxy passes no events.
      if (isFirst) onOpen()
      isFirst = false
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      parser.feed(part.value)
    }
  } finally {
    clearTimeout(timer)
  }
}
