import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { SwapHorizontal } from '#src/ui/icons.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { useEditor } from '../../context/use-editor.ts'
import { readingsOf } from './readings.ts'

/** Number of lines that were changed in two places; a click goes to the next. */
export function ReadingsMark(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const count = useSyncExternalStore(readingsOf(editor).subscribe, readingsOf(editor).count)
  if (count === 0) return null
  const label = t('readings_lines', { count })
  return (
    <button
      type="button"
      className="readings-mark"
      aria-label={label}
      data-tip={`${label} (${keyName('readings')})`}
      onClick={() => void editor.run('readings')}
    >
      <SwapHorizontal size={14} />
      {count}
    </button>
  )
}
