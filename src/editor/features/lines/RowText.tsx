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
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueOf } from '#core/subtitle/cue/cue-list.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { type FoundMark, marksOf, foundMarksOf } from '../find/found-marks.ts'
import { StyledText } from '../style/StyledText.tsx'
import { markSpokenWord, seekToWord } from '../text/word-marks.ts'
import { useEditor } from '../../context/use-editor.ts'
import type { RowsAtRest } from './rows-at-rest.ts'
import { caretOf } from '../../parts/caret.ts'

interface Props {
  cue: Cue
  /** Number of its line. */
  n: number
  t: TFunction<'editor'>
  /** Whether the pointer or the cursor is in its row. */
  isOpen: boolean
  atRest: RowsAtRest
}

/** Text of a row: a field, or plain text of the same look while the list scrolls. */
export function RowText({ cue, n, t, isOpen, atRest }: Props): ReactNode {
  const editor = useEditor()
  const { media } = editor
  const found = foundMarksOf(editor)
  const [hasField, give] = useField(isOpen, atRest)
  const [isAsked, setAsked] = useState(false)
  const marked = useSyncExternalStore(found.subscribe, found.snapshot)
  const marks = useMemo(() => marksOf(cue, marked), [cue, marked])
  if (hasField) return <TextOfRow cue={cue} n={n} t={t} marks={marks} isAsked={isAsked} />
  const ask = (event: MouseEvent): void => {
    if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return
    if (event.altKey && seekToWord(editor, cue, event)) return event.preventDefault()
    // Otherwise the cursor goes to the place of the plain text. On mousedown, since the field may appear before the
    // click.
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

/** An invisible copy of the text at the playhead, in which the spoken word is marked. */
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

/** Whether a row has its field, and a function that gives it one, until the row unmounts. */
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
  /** Whether the user requested the field and continues in it. */
  isAsked: boolean
}

/** `useTypedTexts` writes typed text to the document; other changes (undo, a merge) are written to the field. */
function TextOfRow({ cue, n, t, marks, isAsked }: TextProps): ReactNode {
  const editor = useEditor()
  const { session } = editor
  const caret = caretOf(editor)
  const field = useRef<HTMLTextAreaElement>(null)
  const [opened] = useState(cue.text)
  useEffect(() => {
    const { current } = field
    const isHeld = session.held.isHeld(cue.id) && document.activeElement === current
    if (current && current.value !== cue.text && !isHeld) current.value = cue.text
  }, [session, cue.id, cue.text])
  // Cached: formatting a number into a message costs more than the rest of the row.
  const label = useMemo(() => t('text_of', { n }), [t, n])
  const hasTags = isStyled(cue, marks)
  const { id } = cue
  const dir = textDirection(cue.text, editor.media.language)
  // Cached: on each frame of a drag React would otherwise set its text, which causes layout.
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
      {/* A separate form: at each letter the browser visits all fields of the form, or of the page without one. */}
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
