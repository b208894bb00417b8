import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EngineView } from '#core/contract/engine.ts'
import { formatList } from '#src/ui/format.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'

/** How much an engine covers, with the list on demand. */
export function Covers({ engine }: { engine: EngineView }): ReactNode {
  const { t } = useTranslation('staff')
  const nameOf = useLanguageNames()
  const { languages, pairs, through, voices } = engine
  const pairCount = Object.values(pairs).reduce((sum, targets) => sum + targets.length, 0)
  const counts = [
    pairCount > 0 && t('pairs', { count: pairCount }),
    languages.length > 0 && t('languages', { count: languages.length }),
    voices > 0 && t('voices', { count: voices }),
  ].filter(Boolean)
  if (counts.length === 0) return <span className="muted">{t('all_languages')}</span>
  return (
    <details className="staff-covers">
      <summary>{counts.join(' · ')}</summary>
      {languages.length > 0 && <p>{formatList(languages.map(nameOf))}</p>}
      {Object.entries(pairs).map(([from, targets]) => (
        <p key={from}>
          <strong>{nameOf(from)}</strong> →{' '}
          {targets
            .map((to) => {
              const between = through[from]?.[to]
              return between ? `${nameOf(to)} (${t('pair_through', { language: nameOf(between) })})` : nameOf(to)
            })
            .join(', ')}
        </p>
      ))}
    </details>
  )
}
