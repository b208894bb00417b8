import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { screenLanguage } from '#src/api/language.ts'
import { delays } from '../model/options.ts'
import type { EditorSession } from '../model/session.ts'

/** States that the user need not read: a mark, with its words in the tip. */
const quiet: ReadonlySet<string> = new Set(['saved', 'local', 'saving'])

/**
 * Shows where the text is saved: a dot for the server, a ring for this device or a slow save in progress, words for what
 * the user should know.
 */
export function SaveMark({ session }: { session: EditorSession }): ReactNode {
  const { t } = useTranslation('editor')
  const { saving, loop } = session
  const { state, savedAt } = useSnapshot(saving)
  const [shown, setShown] = useState(state)
  useEffect(() => {
    const follow = (): void => {
      if (saving.state === 'saving') return loop.idle(saving, () => setShown('saving'), { after: delays.longSave })
      loop.cancel(saving)
      setShown(saving.state)
    }
    follow()
    const stops = [session.onChange(follow), subscribeKey(saving, 'state', follow, true), () => loop.cancel(saving)]
    return () => stops.forEach((stop) => stop())
  }, [session, saving, loop])
  const text =
    shown === 'saved' && savedAt > 0 ? t('auto_saved_at', { time: clock.format(savedAt) }) : t(`save_${shown}`)
  const isQuiet = quiet.has(shown)
  return (
    <span
      className={isQuiet ? `save-mark save-quiet save-${shown}` : `save-mark save-${shown}`}
      role="status"
      data-testid="save-mark"
      data-state={state}
      data-tip={text}
      data-tip-cut={isQuiet ? undefined : ''}
    >
      {isQuiet ? <span className="unseen">{text}</span> : text}
    </span>
  )
}

/** Created once, since each creation reads the language's rules. A change of language reloads the page. */
const clock = new Intl.DateTimeFormat(screenLanguage().replace('_', '-'), { hour: '2-digit', minute: '2-digit' })
