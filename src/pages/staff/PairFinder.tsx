import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EngineView } from '#core/contract/engine.ts'
import { languageCodes } from '#core/domain/languages.ts'
import { Select } from '#src/ui/Select.tsx'
import { formatList } from '#src/ui/format.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'

/** Engines for a language pair, in order of use. */
export function PairFinder({ engines }: { engines: readonly EngineView[] }): ReactNode {
  const { t } = useTranslation('staff')
  const nameOf = useLanguageNames()
  const [from, setFrom] = useState<string>('en')
  const [to, setTo] = useState<string>('es')
  const options = languageCodes.map((code) => ({ value: code as string, label: nameOf(code) }))
  const serving = engines.filter(({ is_here, pairs }) => is_here && pairs[from]?.includes(to))
  const wayOf = ({ label, through }: EngineView): string => {
    const between = through[from]?.[to]
    return between ? `${label} (${t('pair_through', { language: nameOf(between) })})` : label
  }
  return (
    <section className="staff-pair" aria-label={t('pair_question')}>
      <strong>{t('pair_question')}</strong>
      <Select label={t('pair_from')} value={from} options={options} onChange={setFrom} />
      <span aria-hidden>→</span>
      <Select label={t('pair_to')} value={to} options={options} onChange={setTo} />
      <output>{serving.length ? formatList(serving.map(wayOf)) : t('pair_none')}</output>
    </section>
  )
}
