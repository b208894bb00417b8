import './people.css'
import { Chat } from '@blueprintjs/icons'
import { memo, type ReactNode, useSyncExternalStore } from 'react'
import type { TFunction } from 'i18next'
import { formatList } from '#src/ui/format.ts'
import { useEditor } from '../use-editor.ts'
import type { People } from './people.ts'
import { colorOfPage } from './presence.ts'

interface Props {
  people: People
  /** Of the line. */
  id: string
  t: TFunction<'editor'>
}

/** Who else is at a line, and whether something is said about it. */
export const RowNotes = memo(function RowNotes({ people, id, t }: Props): ReactNode {
  const { panels, session } = useEditor()
  const note = useSyncExternalStore(people.subscribe, () => people.noteOf(id))
  if (!note) return null
  const { there, open, comments } = note
  const names = formatList(there.map(({ person }) => person))
  const openPane = (): void => {
    session.focus(id)
    panels.side = 'comments'
  }
  return (
    <span className="row-notes">
      {there.length > 0 && (
        <span className="row-people" role="img" aria-label={t('is_here', { names })} data-tip={t('is_here', { names })}>
          {there.map(({ pageId }) => (
            <span key={pageId} className="person-dot" style={{ background: colorOfPage(pageId) }} />
          ))}
        </span>
      )}
      {comments > 0 && (
        <button
          type="button"
          className={open > 0 ? 'row-comments row-comments-open' : 'row-comments'}
          aria-label={t('comments_of_line', { count: comments, open })}
          data-tip={t('comments_of_line', { count: comments, open })}
          onClick={openPane}
        >
          <Chat size={12} />
          {comments > 1 && comments}
        </button>
      )}
    </span>
  )
})
