import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subscribeKey } from 'valtio/utils'
import { screenLanguage } from '#src/api/language.ts'
import type { SaveState } from '../session-cells.ts'
import type { EditorSession } from '../session.ts'

/** That something is being saved is worth a word where it takes longer after the last edit: else each would draw the mark twice. */
const LONG_MS = 1500
const MINUTE_MS = 60_000

/** Tells "saved" (on the server) from "saved on this device". */
export function SaveMark({ session }: { session: EditorSession }): ReactNode {
  const { t } = useTranslation('editor')
  const { saving } = session
  const mark = useRef<HTMLSpanElement>(null)
  const [state, setState] = useState(saving.state)
  const [minute, setMinute] = useState(() => minuteOf(saving.savedAt))
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let editedAt = performance.now()
    // React is asked only for what it does not show yet: else it would look at the mark after each save.
    let shownState: SaveState | undefined
    let shownMinute: number | undefined
    const show = (next: SaveState): void => {
      if (next !== shownState) setState((shownState = next))
    }
    const showMinute = (): void => {
      const next = minuteOf(saving.savedAt)
      if (next !== shownMinute) setMinute((shownMinute = next))
    }
    const look = (): void => {
      const wait = editedAt + LONG_MS - performance.now()
      if (wait > 1) timer = setTimeout(look, wait)
      else show('saving')
    }
    const follow = (): void => {
      clearTimeout(timer)
      if (saving.state === 'saving') timer = setTimeout(look, LONG_MS)
      else show(saving.state)
    }
    // Asked for by tests: an attribute would cost a good part of what an edit does.
    if (mark.current) Object.defineProperty(mark.current, 'saveState', { configurable: true, get: () => saving.state })
    follow()
    showMinute()
    const stops = [
      session.onCommit(() => (editedAt = performance.now())),
      subscribeKey(saving, 'state', follow, true),
      subscribeKey(saving, 'savedAt', showMinute, true),
      () => clearTimeout(timer),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, saving])
  const text =
    state === 'saved' && minute > 0
      ? t('auto_saved_at', { time: clock.format(minute * MINUTE_MS) })
      : t(`save_${state}`)
  return (
    <span
      ref={mark}
      className={`save-mark save-${state}`}
      role="status"
      data-testid="save-mark"
      data-tip={text}
      data-tip-cut
    >
      {text}
    </span>
  )
}

/** Made once: each new one reads the rules of the language. The page loads again when that changes. */
const clock = new Intl.DateTimeFormat(screenLanguage().replace('_', '-'), { hour: '2-digit', minute: '2-digit' })

const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS)
