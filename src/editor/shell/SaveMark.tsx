import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { screenLanguage } from '#src/api/language.ts'
import { delays } from '../model/options.ts'
import type { EditorSession } from '../model/session.ts'

/** Shows where the text is saved, on the server or on this device, and a save in progress if it is slow. */
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
  const className = `save-mark save-${shown}`
  return (
    <span className={className} role="status" data-testid="save-mark" data-state={state} data-tip={text} data-tip-cut>
      {text}
    </span>
  )
}

/** Created once, since each creation reads the language's rules. A change of language reloads the page. */
const clock = new Intl.DateTimeFormat(screenLanguage().replace('_', '-'), { hour: '2-digit', minute: '2-digit' })
