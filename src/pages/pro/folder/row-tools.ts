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
  /** Words of the work on versions. */
  readonly review: TFunction<'review'>
  readonly nameOf: (code: string) => string
  /** How far a version is tagged with speakers, by its number. */
  readonly roleOf: (state: number) => string
  /** Where the editor opens on a video or one of its versions; followed by `useRowLinks`. */
  readonly hrefOf: (videoId: string, fileId?: string) => string
}

/** The same as long as language and page are: rows are not drawn again because of it. */
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
      // Put together by hand: a row has one for each of its versions.
      hrefOf: (videoId, fileId) =>
        `${stem}${encodeURIComponent(videoId)}${fileId === undefined ? '' : `&file=${encodeURIComponent(fileId)}`}`,
    }
  }, [t, review, nameOf, base])
}

/** Follows the plain links of a list within the page: one listener for all of them. */
export function useRowLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    const { target, currentTarget, button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return
    // A menu of a row is elsewhere on the page.
    if (!currentTarget.contains(target)) return
    const href = target.closest('a[href]')?.getAttribute('href')
    if (href === null || href === undefined) return
    event.preventDefault()
    void navigate(href)
  }
}
