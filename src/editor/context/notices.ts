import i18next from 'i18next'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import type { EditRefusal } from '../model/document/commands.ts'
import type { StepName } from '../model/document/history.ts'

/** Why a window did not open. */
export type WindowRefusal = 'no_own_window' | 'window_blocked'

/** A message of the editor to the user. */
export type EditorNotice =
  | { readonly kind: 'refused'; readonly reason: EditRefusal }
  | { readonly kind: 'undone' | 'redone'; readonly step: StepName }
  | { readonly kind: 'sync_point_set'; readonly n: number; readonly time: string }
  | { readonly kind: 'others_not_changed' | 'recorded'; readonly count: number }
  | { readonly kind: 'no_such_speaker'; readonly n: number }
  | { readonly kind: PlainNotice | 'link_copied' }
  | { readonly kind: 'link_shown'; readonly address: string }
  | { readonly kind: 'window_refused'; readonly reason: WindowRefusal }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Messages without figures. */
export type PlainNotice =
  | 'no_findings'
  | 'no_flags'
  | 'no_flag_here'
  | 'no_unsure_speaker'
  | 'no_comments'
  | 'no_readings'
  | 'no_such_line'
  | 'recording_began'
  | 'recorded_nothing'
  | 'all_translated'
  | 'no_source'
  | 'source_says_nothing'
  | 'suggestion_late'
  | 'no_doubtful'
  | 'no_word_times'
  | 'no_misspelling'
  | 'no_dictionary'
  | 'dictionary_failed'
  | 'no_word_here'
  | 'takes_need_library'
  | 'takes_of_owner'
  | 'nothing_to_speak'
  | 'no_voice'
  | 'take_late'
  | 'record_empty'
  | 'record_too_long'
  | 'mic_insecure'
  | 'mic_refused'
  | 'mic_missing'
  | 'mic_busy'
  | 'memory_nothing'
  | 'memory_confirmed'
  | 'memory_no_pair'

/** Shows a notice in the user's language. */
export function showNotice(notice: EditorNotice): void {
  const t = i18next.getFixedT(null, 'editor')
  switch (notice.kind) {
    case 'refused':
      return notify.warning(t(`refused_${notice.reason}`))
    case 'undone':
    case 'redone':
      return notify.info(t(notice.kind, { step: t(notice.step) }))
    case 'sync_point_set':
      return notify.info(t('sync_point_set', { n: notice.n, time: notice.time }))
    case 'others_not_changed':
      return notify.error(t('others_not_changed', { count: notice.count }))
    case 'recorded':
      return notify.success(t('recorded', { count: notice.count }))
    case 'no_such_speaker':
      return notify.info(t('no_such_speaker', { n: notice.n }))
    case 'link_copied':
      return notify.success(t('common:copied'))
    case 'link_shown':
      return notify.info(t('common:copy_by_hand', { text: notice.address }))
    case 'window_refused':
      return notify.warning(t(notice.reason))
    case 'failed':
      return notifyFailure(notice.error)
    default:
      return notify.info(t(notice.kind))
  }
}
