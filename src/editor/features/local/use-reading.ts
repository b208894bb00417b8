import { useEffect, useEffectEvent, useState } from 'react'
import { MediaFailed } from '#core/media/fault.ts'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'

/** State of reading a part of a file: its value, or why there is none. */
export type Reading<T> =
  | { readonly at: 'none' | 'reading' }
  | { readonly at: 'read'; readonly value: T }
  | { readonly at: 'refused'; readonly fault: FileUnreadable | MediaFailed }

/**
 * Reads what belongs to a key, again when the key changes, which cancels the earlier reading. Undefined reads nothing.
 */
export function useReading<K extends object, T>(
  key: K | undefined,
  work: (key: K, signal: AbortSignal) => Promise<T>,
): Reading<T> {
  const [done, setDone] = useState<{ key: K; reading: Reading<T> }>()
  const run = useEffectEvent(work)
  useEffect(() => {
    if (!key) return
    const control = new AbortController()
    run(key, control.signal).then(
      (value) => setDone({ key, reading: { at: 'read', value } }),
      (error: unknown) => {
        if (control.signal.aborted) return
        if (!(error instanceof FileUnreadable || error instanceof MediaFailed)) throw error
        setDone({ key, reading: { at: 'refused', fault: error } })
      },
    )
    return () => control.abort()
  }, [key])
  if (!key) return { at: 'none' }
  return done?.key === key ? done.reading : { at: 'reading' }
}
