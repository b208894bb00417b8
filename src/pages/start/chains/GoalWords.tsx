import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DubSubtitles } from '#core/domain/dubbing.ts'
import { capitalised, formatList } from '#src/ui/format.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'

interface Props {
  subtitles: boolean
  languages: readonly string[]
  dub: boolean
  erase: boolean
  shown: DubSubtitles
}

/** What a chain makes, in words: `Dub in Spanish and French · clean picture`. */
export function GoalWords({ subtitles, languages, dub, erase, shown }: Props): ReactNode {
  const { t } = useTranslation('start')
  const nameOf = useLanguageNames()
  const names = formatList(languages.map(nameOf))
  const made =
    languages.length === 0
      ? t(dub ? 'made_dub' : 'made_subtitles')
      : t(dub ? 'made_dub_in' : 'made_in', { languages: names })
  const words = [subtitles && made, shown !== 'none' && t(`made_${shown}`), erase && t('made_clean')].filter(
    (word) => word !== false,
  )
  return <span className="muted ellipsis">{capitalised(words.join(' · '))}</span>
}
