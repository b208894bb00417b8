import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross } from '#src/ui/icons.ts'
import { stored } from '#src/ui/stored.ts'
import type { ActionId } from '../keys/action-ids.ts'
import { useKeyName } from '../keys/use-key-name.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const hintSetting = stored('cuelane-key-hint', z.object({ since: z.number(), isClosed: z.boolean() }), {
  since: 0,
  isClosed: false,
})
const hinted = ['play', 'set_start', 'set_end', 'split', 'key_sheet'] as const satisfies readonly ActionId[]

/** Starts the week with the first visit. */
function isInFirstWeek(): boolean {
  const { since, isClosed } = hintSetting.get()
  if (since === 0) hintSetting.set({ since: Date.now(), isClosed })
  return !isClosed && (since === 0 || Date.now() - since < WEEK_MS)
}

/** In the first week, or until it is closed: the keys that time a line. */
export function KeyHint(): ReactNode {
  const { t } = useTranslation('editor')
  const keyName = useKeyName()
  const [isShown, setShown] = useState(isInFirstWeek)
  const keyed = hinted.filter((action) => keyName(action) !== '')
  if (!isShown || keyed.length === 0) return null
  return (
    <aside className="key-hint" aria-label={t('key_hint')}>
      <ul>
        {keyed.map((action) => (
          <li key={action}>
            <kbd>{keyName(action)}</kbd> {t(`action_${action}`)}
          </li>
        ))}
      </ul>
      <IconButton
        size="small"
        icon={<Cross />}
        label={t('key_hint_close')}
        onClick={() => {
          hintSetting.set({ ...hintSetting.get(), isClosed: true })
          setShown(false)
        }}
      />
    </aside>
  )
}
