import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { subscribeKey } from 'valtio/utils'
import type { Role } from '#core/contract/role.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import type { TimeNotation } from '#core/timing/time-notation.ts'
import type { EditorSession } from '../../model/session.ts'
import { useEditor } from '../../context/use-editor.ts'
import { type Refusals, refusalOf } from './refusals.ts'
import { classOfTime, type Words } from './Row.tsx'
import { type PressedPart, selectPressed } from './pressed-part.ts'
import { RowMarks } from './RowMarks.tsx'
import { rowTimes } from '../../parts/row-times.ts'
import { placeOfRow } from './rows-in-view.ts'
import { TimeField } from '../../parts/TimeField.tsx'

interface Props {
  top: number
  /** Additional rows of text. */
  grown: number
  index: number
  cue: Cue
  roles: readonly Role[]
  hasReference: boolean
  words: Words
  notation: TimeNotation
  refusals: Refusals
  onRefused: React.ComponentProps<typeof TimeField>['onRefused']
  /** The part of the row that the user pressed last, to select it in its field. */
  pressed: PressedPart | undefined
}

/**
 * The fields of the focused line, which lie over its row and move with the focus. Unfocused, they are transparent above
 * the row's text.
 */
export const ActiveRowEditor = memo(function ActiveRowEditor(props: Props): ReactNode {
  const { top, grown, index, cue, roles, hasReference, words, notation, refusals, onRefused, pressed } = props
  const { t } = words
  const editor = useEditor()
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (pressed && place.current) selectPressed(place.current, pressed)
  }, [pressed])
  // Cached: formatting a number into a message costs more than the fields.
  const labels = useMemo(() => {
    const n = index + 1
    return { times: rowTimes.map(({ name }) => t(name, { n })), line: t('fields_of', { n }) }
  }, [t, index])
  return (
    <div
      ref={place}
      className="row-over row-editor"
      role="group"
      aria-label={labels.line}
      style={placeOfRow(top, grown)}
      data-cue={cue.id}
    >
      <span />
      {rowTimes.map((time, at) => {
        const { cell, text } = classOfTime(time, false)
        return (
          <span key={time.name} className={cell} data-tip={time.isLength ? words.length : undefined}>
            <TimeField
              editor={editor}
              cue={cue}
              time={time}
              notation={notation}
              label={labels.times[at] ?? ''}
              className={text}
              refusal={refusalOf(refusals, cue, time, notation)}
              onRefused={onRefused}
            />
          </span>
        )
      })}
      {hasReference && <span />}
      <span className="row-text-cell">
        {/* As wide as in the row. */}
        <span className="row-editor-marks" aria-hidden>
          <RowMarks cue={cue} roles={roles} t={t} />
        </span>
        <TextOfLine cue={cue} n={index + 1} words={words} />
      </span>
    </div>
  )
})

/** The text of the focused line. Typing writes it to the document, and other changes are written to the field. */
function TextOfLine({ cue, n, words }: { cue: Cue; n: number; words: Words }): ReactNode {
  const editor = useEditor()
  const { session, media } = editor
  const { t } = words
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const show = (): void => showText(session, field.current)
    show()
    // At once, since the next key may be a letter for another line.
    const stops = [
      subscribeKey(session.cells, 'focus', () => leaveText(session, field.current), true),
      session.onChange(show),
    ]
    return () => stops.forEach((stop) => stop())
  }, [session])
  const label = useMemo(() => t('text_of', { n }), [t, n])
  // Not the rendered one: the focus may have moved since.
  const focused = (): string => session.cells.focus ?? cue.id
  return (
    <textarea
      ref={field}
      name="text"
      className="row-field"
      rows={1}
      dir={textDirection(cue.text, media.language)}
      spellCheck
      autoComplete="off"
      readOnly={session.isReadOnly}
      aria-label={label}
      data-tip={cue.text}
      data-tip-cut=""
      onChange={({ currentTarget }) => session.type(focused(), currentTarget.value)}
      onClick={({ altKey, currentTarget }) => altKey && editor.spoken.seekTo(focused(), currentTarget.selectionStart)}
      onFocus={() => editor.enter(focused())}
      onBlur={({ currentTarget }) => leaveText(session, currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
    />
  )
}

/** Shows the text of the focused line, unless the user goes on typing one that is changed elsewhere. */
function showText({ focused, held }: EditorSession, field: HTMLTextAreaElement | null): void {
  if (!field || !focused || field.value === focused.text) return
  if (held.isHeld(focused.id) && field === document.activeElement) return
  field.value = focused.text
}

function leaveText(session: EditorSession, field: HTMLTextAreaElement | null): void {
  session.held.left()
  showText(session, field)
}
