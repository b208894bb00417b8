import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Keys of the editor common to every preset. */
export function GuideKeys(): ReactNode {
  const { t } = useTranslation('guide')
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [t('key_play'), ['Space']],
    [t('key_lines'), ['Alt ↑', 'Alt ↓']],
    [t('key_start'), [`${t('left_shift')} ← →`, `${t('left_shift')} ↑ ↓`]],
    [t('key_end'), [`${t('right_shift')} ← →`, `${t('right_shift')} ↑ ↓`]],
    [t('key_split'), ['Ctrl Enter']],
    [t('key_zoom'), ['+', '−']],
    [t('key_undo'), ['Ctrl Z', 'Ctrl Y']],
    [t('key_find'), ['Ctrl F', 'Ctrl H']],
    [t('key_palette'), ['Ctrl K']],
    [t('key_sheet'), ['F1']],
  ]
  return (
    <dl className="guide-keys">
      {rows.map(([what, keys]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
