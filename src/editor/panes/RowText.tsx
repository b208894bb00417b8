import type { TFunction } from 'i18next'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Cue } from '#core/subtitle/cue.ts'
import { cueOf } from '#core/subtitle/cue-list.ts'
import { textDirection } from '#core/subtitle/direction.ts'
import { type FoundMark, marksOf } from '../find/found-marks.ts'
import { StyledText } from '../style/StyledText.tsx'
import { markSpokenWord, seekToWord } from '../text/word-marks.ts'
import { useEditor } from '../use-editor.ts'
import type { RowsAtRest } from './rows-at-rest.ts'

interface Props {
  cue: Cue
  /** The number of its line. */
  n: number
  t: TFunction<'editor'>
  /** The pointer or the cursor is in its row. */
  isOpen: boolean
  atRest: RowsAtRest
}

/** The text of a row: a field, or plain text of the same look while the list is scrolled. */
export function RowText({ cue, n, t, isOpen, atRest }: Props): ReactNode {
  const editor = useEditor()
  const { found, media } = editor
  const [hasField, give] = useField(isOpen, atRest)
  const [isAsked, setAsked] = useState(false)
  const marked = useSyncExternalStore(found.subscribe, found.snapshot)
  const marks = useMemo(() => marksOf(cue, marked), [cue, marked])
  if (hasField) return <TextOfRow cue={cue} n={n} t={t} marks={marks} isAsked={isAsked} />
  const ask = (event: MouseEvent): void => {
    if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return
    if (event.altKey && seekToWord(editor, cue, event)) return event.preventDefault()
    // Else the cursor would go to where the plain text was. A click would be too late: the field may come before its end.
    event.preventDefault()
    setAsked(true)
    give()
  }
  const hasTags = isStyled(cue, marks)
  const dir = textDirection(cue.text, media.language)
  return (
    <span className="row-text-field" onMouseDown={ask}>
      <span className="row-text row-text-plain" dir={dir}>
        {hasTags ? '' : cue.text}
      </span>
      {hasTags && <StyledText text={cue.text} dir={dir} marks={marks} />}
      <SpokenLine cue={cue} dir={dir} />
    </span>
  )
}

/** The text of the line at the playhead once more, unseen: the word that is said there is marked in it. */
function SpokenLine({ cue, dir }: { cue: Cue; dir: ReturnType<typeof textDirection> }): ReactNode {
  const editor = useEditor()
  const { spoken } = editor
  const isSpoken = useSyncExternalStore(spoken.subscribe, () => spoken.line() === cue.id)
  const holder = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const styled = holder.current?.querySelector<HTMLElement>('.styled-text')
    return isSpoken && styled ? markSpokenWord(editor, cue, styled) : undefined
  }, [editor, cue, isSpoken])
  if (!isSpoken) return null
  return (
    <span ref={holder} className="spoken-line">
      <StyledText text={cue.text} dir={dir} marks={undefined} />
    </span>
  )
}

/** Whether a row has its field, and what gives it: it stays for as long as the row does. */
function useField(isOpen: boolean, atRest: RowsAtRest): readonly [boolean, () => void] {
  const [isGiven, setGiven] = useState(() => atRest.isAtRest)
  const give = (): void => setGiven(true)
  if (isOpen && !isGiven) give()
  useEffect(() => {
    if (!isGiven) return atRest.wait(() => setGiven(true))
    return undefined
  }, [isGiven, atRest])
  return [isGiven, give]
}

const isStyled = ({ text }: Cue, marks: readonly FoundMark[] | undefined): boolean =>
  marks !== undefined || /[<{]/.test(text)

interface TextProps extends Pick<Props, 'cue' | 'n' | 't'> {
  marks: readonly FoundMark[] | undefined
  /** The user has asked for the field and goes on in it. */
  isAsked: boolean
}

/** What is typed comes to the document by `useTypedTexts`; a change from elsewhere (undo, a merge) comes to the field. */
function TextOfRow({ cue, n, t, marks, isAsked }: TextProps): ReactNode {
  const editor = useEditor()
  const { session, caret } = editor
  const field = useRef<HTMLTextAreaElement>(null)
  const [opened] = useState(cue.text)
  useEffect(() => {
    const { current } = field
    const isHeld = session.held.isHeld(cue.id) && document.activeElement === current
    if (current && current.value !== cue.text && !isHeld) current.value = cue.text
  }, [session, cue.id, cue.text])
  // Kept: to put a number into a sentence costs more than the rest of the row.
  const label = useMemo(() => t('text_of', { n }), [t, n])
  const hasTags = isStyled(cue, marks)
  const { id } = cue
  const dir = textDirection(cue.text, editor.media.language)
  // Kept: made again, as at each frame of a drag of its line, React would write its text into it, which lays it out again.
  const area = useMemo(
    () => (
      <textarea
        ref={field}
        className={hasTags ? 'row-text row-text-styled' : 'row-text'}
        rows={1}
        dir={dir}
        spellCheck
        autoComplete="off"
        autoFocus={isAsked}
        defaultValue={opened}
        readOnly={session.isReadOnly}
        aria-label={label}
        onClick={(event) => event.altKey && seekToWord(editor, cueOf(session.list, id), event)}
        onFocus={() => caret.isEntered(id) && editor.enter(id)}
        onBlur={() => caret.leave(id)}
        onKeyDown={leaveByEscape}
      />
    ),
    [editor, session, caret, id, opened, hasTags, isAsked, label, dir],
  )
  return (
    <>
      {/* A form of its own: at each letter the browser looks at all fields of the form, or of the page where there is none. */}
      <form className="row-text-field">
        {area}
        {hasTags && <StyledText text={cue.text} dir={dir} marks={marks} />}
        <SpokenLine cue={cue} dir={dir} />
      </form>
      <span className="row-more" aria-hidden>
        …
      </span>
    </>
  )
}

function leaveByEscape({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Escape') currentTarget.blur()
}
