import type { TFunction } from 'i18next'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { editorAddress } from '../VideoLink.tsx'
import { roleStateKey } from './role-state.ts'

/** What every row of a long list needs: asked for once for the list, since each row that comes into view would ask again. */
export interface RowTools {
  readonly t: TFunction<'pro'>
  /** Words for stages of versions. */
  readonly review: TFunction<'review'>
  readonly nameOf: (code: string) => string
  /** Words for a version's share of tagged cues, by number. */
  readonly roleOf: (state: number) => string
  /** Address of the editor on a video or version, for `useRowLinks`. */
  readonly hrefOf: (videoId: string, fileId?: string) => string
}

/** Stable for a language and page, so that rows stay memoised. */
export function useRowTools(): RowTools {
  const { t } = useTranslation('pro')
  const { t: review } = useTranslation('review')
  const nameOf = useLanguageNames()
  const { pathname, search } = useLocation()
  const base = editorAddress({ pathname, search }, {})
  return useMemo(() => {
    const stem = `${base}${base.includes('?') ? '&' : '?'}video=`
    const roles = { role_none: t('role_none'), role_all: t('role_all'), role_some: t('role_some') }
    return {
      ...{ t, review, nameOf },
      roleOf: (state) => roles[roleStateKey(state)],
      // Built by hand: a row has one per version.
      hrefOf: (videoId, fileId) =>
        `${stem}${encodeURIComponent(videoId)}${fileId === undefined ? '' : `&file=${encodeURIComponent(fileId)}`}`,
    }
  }, [t, review, nameOf, base])
}

/** Routes plain links of a list within the page: one listener for all. */
export function useRowLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    const { target, currentTarget, button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return
    // A row's menu is elsewhere in the DOM.
    if (!currentTarget.contains(target)) return
    const href = target.closest('a[href]')?.getAttribute('href')
    if (href === null || href === undefined) return
    event.preventDefault()
    void navigate(href)
  }
}
