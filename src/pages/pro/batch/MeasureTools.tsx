import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { profiles } from '#core/checks/profiles.ts'
import type { MatrixCell } from '#core/contract/batch.ts'
import { formatPercent } from '#src/ui/format.ts'
import { meanOf, type Measures, pairOf } from './use-measures.ts'

interface ToolsProps {
  /** Cells that have a reference. */
  readonly cells: readonly MatrixCell[]
  readonly known: ReadonlyMap<string, Measures>
  readonly isOn: boolean
  readonly onToggle: () => void
}

/** Turns measuring on and off, and says the mean of what is measured so far. */
export function MeasureTools({ cells, known, isOn, onToggle }: ToolsProps): ReactNode {
  const { t } = useTranslation('pro')
  const measured = cells.flatMap((cell) => known.get(pairOf(cell)) ?? [])
  const mean = isOn ? meanOf(measured) : undefined
  if (cells.length === 0) return null
  return (
    <>
      <button type="button" className="chip" aria-pressed={isOn} title={t('measure_tip')} onClick={onToggle}>
        {t('measure')} <span className="muted">{cells.length}</span>
      </button>
      {isOn && (
        <span className="pro-measures" role="status">
          {measured.length < cells.length && <>{t('measuring', { n: measured.length, of: cells.length })} </>}
          {mean && <MeasureText measures={mean} isMean />}
        </span>
      )}
    </>
  )
}

/** Edits, wrong words and lines within the profile, all of them in the tip. */
export function MeasureText({ measures, isMean }: { measures: Measures; isMean?: boolean }): ReactNode {
  const { t, i18n } = useTranslation('pro')
  const { suber, wer, breaks, within, profile } = measures
  const percent = formatPercent(i18n.language)
  const values = { suber: percent(suber), wer: percent(wer), breaks: percent(breaks), within: percent(within) }
  return (
    <span className="pro-measure" title={t('measures_tip', { ...values, profile: profiles[profile].name })}>
      {isMean ? t('measure_mean', { measures: t('measures', values) }) : t('measures', values)}
    </span>
  )
}
