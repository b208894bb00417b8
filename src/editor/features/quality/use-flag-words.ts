import { useTranslation } from 'react-i18next'
import { extractionFlags, type LineFlag, type LineRemark, remarksOf, translationFlags } from '#core/domain/task.ts'

/** Describes a flag in full, the worst reason first. */
export function useFlagWords(): (flag: LineFlag) => string {
  const { t } = useTranslation('editor')
  const words = ({ verdict, note }: LineRemark, rate: number): string => {
    if (verdict === 'not_translated' && note !== '') return t('flag_words_left', { what: note })
    const translation = translationFlags.find((flag) => flag === verdict)
    if (translation) return t(`flag_${translation}`, { what: note })
    const extraction = extractionFlags.find((flag) => flag === verdict)
    if (extraction) return t(`flag_${extraction}`, { what: note })
    if (verdict === 'failed') return t('flag_failed', { why: note })
    if (verdict === 'broken_off') return t('flag_broken_off')
    return rate > 1 ? t('flag_does_not_fit_at', { rate: rate.toFixed(2) }) : t('flag_does_not_fit')
  }
  return (flag) =>
    remarksOf(flag)
      .map((remark) => words(remark, flag.rate))
      .join(' · ')
}
