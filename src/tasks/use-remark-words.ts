import { useTranslation } from 'react-i18next'
import type { LineRemark } from '#core/domain/task.ts'

/** Notes that quote the text, of the original or of the sound. */
const quoting: ReadonlySet<string> = new Set([
  'not_translated',
  'words_lost',
  'number_differs',
  'term_differs',
  'name_differs',
  'style_lost',
  'doubtful',
  'differs',
  'not_spoken',
  'not_in_script',
])

/** The note of a remark with its unit or in quotation marks; empty without one. */
export function useRemarkWords(): (remark: LineRemark, rate: number) => string {
  const { t } = useTranslation('tasks')
  return ({ verdict, note }, rate) => {
    if (verdict === 'does_not_fit' && rate > 1) return t('spoken_at', { rate: rate.toFixed(2) })
    if (note === '') return ''
    if (verdict === 'too_fast') return t('note_speed', { n: note })
    if (verdict === 'speaker_unsure') return t('note_sure', { n: note })
    return quoting.has(verdict) ? t('note_quoted', { text: note }) : note
  }
}
