import './people.css'
import { memo, type ReactNode, useSyncExternalStore } from 'react'
import type { TFunction } from 'i18next'
import { formatList } from '#src/ui/format.ts'
import { Chat, SwapHorizontal } from '#src/ui/icons.ts'
import { useEditor } from '../../context/use-editor.ts'
import { openReadings } from './open-readings.ts'
import { type RowNote, peopleOf } from './people.ts'
import { colorOfPage } from './presence.ts'
import { readingsOf } from './readings.ts'

interface Props {
  /** Id of the line. */
  id: string
  t: TFunction<'editor'>
}

/** Marks of a row: other users at the line, comments, and other readings. Tab passes them, since each has a key. */
export const RowNotes = memo(function RowNotes({ id, t }: Props): ReactNode {
  const editor = useEditor()
  const people = peopleOf(editor)
  const readings = readingsOf(editor)
  const note = useSyncExternalStore(people?.subscribe ?? never, () => people?.noteOf(id))
  const open = useSyncExternalStore(readings.subscribe, () => readings.of(id))
  if (!note && open.length === 0) return null
  return (
    <span className="row-notes">
      {open.length > 0 && <OtherReadings id={id} count={open.length} t={t} />}
      {note && <Note note={note} id={id} t={t} />}
    </span>
  )
})

const never = () => (): void => undefined

/** Takes no focus from typing: the mark opens only by a click or its key. */
function OtherReadings({ id, count, t }: Props & { count: number }): ReactNode {
  const editor = useEditor()
  const label = t('readings_count', { count })
  return (
    <button
      type="button"
      className="row-readings"
      tabIndex={-1}
      aria-label={label}
      data-tip={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => openReadings(editor, id, currentTarget)}
    >
      <SwapHorizontal size={12} />
      {count > 1 && count}
    </button>
  )
}

function Note({ note, id, t }: Props & { note: RowNote }): ReactNode {
  const { panels, session } = useEditor()
  const { there, open, comments } = note
  const names = formatList(there.map(({ person }) => person))
  const openPane = (): void => {
    session.focus(id)
    panels.side = 'comments'
  }
  return (
    <>
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
          tabIndex={-1}
          aria-label={t('comments_of_line', { count: comments, open })}
          data-tip={t('comments_of_line', { count: comments, open })}
          onClick={openPane}
        >
          <Chat size={12} />
          {comments > 1 && comments}
        </button>
      )}
    </>
  )
}
