import type { TFunction } from 'i18next'

/** `2 tasks under way · 1 failed`. */
export function traySummary(t: TFunction<'tasks'>, counts: { running: number; failed: number; done: number }): string {
  const { running, failed, done } = counts
  return [
    running > 0 && t('tray_running', { count: running }),
    failed > 0 && t('tray_failed', { count: failed }),
    done > 0 && t('tray_done', { count: done }),
  ]
    .filter((text) => text !== false)
    .join(' · ')
}
