import './people.css'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { commentLimits } from '#core/domain/comments.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { writeTime } from '#core/timing/time-notation.ts'
import { idempotencyKey } from '#src/api/call.ts'
import { screenLanguage } from '#src/api/language.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Tick, Trash, Undo } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import type { PlacedComment } from './comments.ts'
import { OwnName } from './PeopleHere.tsx'
import type { People } from './people.ts'

/** Id of the field that the key for a new comment focuses. */
export const COMMENT_FIELD_ID = 'comment-field'

/** Comments in the order of their lines, and a field for one on the focused line. */
export function CommentsPane({ people }: { people: People }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { comments } = people
  const all = useSyncExternalStore(comments.subscribe, comments.all)
  const [part, setPart] = useState<'open' | 'all'>('open')
  const open = all.filter(({ comment }) => comment.resolved_by === '')
  const shown = part === 'open' ? open : all
  return (
    <section className="comments" aria-label={t('comments')}>
      <div className="comments-head">
        <h2>{t('comments')}</h2>
        <span className="editor-gap" />
        <Select
          kind="tool"
          label={t('comments_shown')}
          value={part}
          onChange={setPart}
          options={[
            { value: 'open', label: t('comments_open', { count: open.length }) },
            { value: 'all', label: t('comments_all', { count: all.length }) },
          ]}
        />
      </div>
      <NewComment people={people} />
      {shown.length === 0 ? (
        <p className="comments-none muted">{t(part === 'open' ? 'comments_none_open' : 'comments_none')}</p>
      ) : (
        <ul className="comments-list">
          {shown.map((placed) => (
            <Said key={placed.comment.comment_id} placed={placed} people={people} />
          ))}
        </ul>
      )}
      {editor.library?.isOwn && <OwnName people={people} />}
    </section>
  )
}

function NewComment({ people }: { people: People }): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const { focus, list } = useSnapshot(session.cells)
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  // The same key until the comment is stored, so that a repeated request stores it once.
  const key = useRef(idempotencyKey())
  const at = list.index.get(focus ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (wanted.isField) field.current?.focus()
    wanted.isField = false
  }, [])
  const send = (): void => {
    const cue = cueIn(session.list, focus ?? '')
    if (!cue || text.trim() === '' || isSending) return
    setSending(true)
    people.comments
      .add(cue, text.trim(), key.current)
      .then(() => {
        key.current = idempotencyKey()
        setText('')
      })
      .catch(notifyFailure)
      .finally(() => setSending(false))
  }
  return (
    <form
      className="comments-new"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        inputRef={field}
        id={COMMENT_FIELD_ID}
        fill
        dir="auto"
        value={text}
        disabled={at === undefined}
        maxLength={commentLimits.textLength}
        placeholder={at === undefined ? t('details_none') : t('comment_on_line', { n: at + 1 })}
        aria-label={at === undefined ? t('comment_new') : t('comment_on_line', { n: at + 1 })}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          send()
        }}
      />
      <Button type="submit" size="small" text={t('comment_add')} loading={isSending} disabled={text.trim() === ''} />
    </form>
  )
}

/** Whether the pane opens for a new comment. */
const wanted = { isField: false }

/** Focuses the field for a new comment, in the pane that is open or opening. */
export function writeComment(): void {
  const field = document.getElementById(COMMENT_FIELD_ID)
  if (field) field.focus()
  else wanted.isField = true
}

function Said({ placed: { comment, cue }, people }: { placed: PlacedComment; people: People }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { focus, list } = useSnapshot(editor.session.cells)
  const notation = useNotation()
  const isDone = comment.resolved_by !== ''
  const at = cue && list.index.get(cue.id)
  const place = at === undefined ? t('comment_line_gone') : t('at_line', { n: at + 1 })
  const className = ['comment', isDone && 'comment-done', cue && cue.id === focus && 'comment-here']
  return (
    <li className={className.filter(Boolean).join(' ')}>
      <button
        type="button"
        className="comment-place"
        disabled={!cue}
        onClick={() => cue && editor.goTo(cue.id)}
        aria-label={t('comment_go', { place, person: comment.person })}
      >
        <span>{place}</span>
        <span className="finding-time">{writeTime(cue?.start ?? comment.start, notation)}</span>
      </button>
      <p className="comment-text" dir="auto">
        {comment.text}
      </p>
      <footer className="comment-foot muted">
        <span className="ellipsis">
          {comment.person} · {clock.format(new Date(comment.create_time))}
          {isDone && ` · ${t('comment_done_by', { person: comment.resolved_by })}`}
        </span>
        <span className="editor-gap" />
        <IconButton
          size="small"
          icon={isDone ? <Undo size={12} /> : <Tick size={12} />}
          label={t(isDone ? 'comment_reopen' : 'comment_resolve')}
          onClick={() => void people.comments.resolve(comment, !isDone).catch(notifyFailure)}
        />
        {comment.is_own && (
          <IconButton
            size="small"
            icon={<Trash size={12} />}
            label={t('comment_delete')}
            onClick={() => void people.comments.remove(comment).catch(notifyFailure)}
          />
        )}
      </footer>
    </li>
  )
}

const clock = new Intl.DateTimeFormat(screenLanguage().replace('_', '-'), { dateStyle: 'short', timeStyle: 'short' })
