import type { TFunction } from 'i18next'
import type { TrayCounts } from './tray-rows.ts'

/** `2 tasks under way · 1 failed`. */
export function traySummary(t: TFunction<'tasks'>, counts: TrayCounts): string {
  const { running, waiting, failed, done } = counts
  return [
    running > 0 && t('tray_running', { count: running }),
    waiting > 0 && t('tray_waiting', { count: waiting }),
    failed > 0 && t('tray_failed', { count: failed }),
    done > 0 && t('tray_done', { count: done }),
  ]
    .filter((text) => text !== false)
    .join(' · ')
}
