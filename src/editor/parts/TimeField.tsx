import './TimeField.css'
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { hasShapeOf, moveCaret, stepEntry, stepLength } from '#core/timing/time-entry.ts'
import {
  readEndAfter,
  readTime,
  type TimeFault,
  type TimeNotation,
  writeLength,
  writeTime,
} from '#core/timing/time-notation.ts'
import { setTypedTime, type TypedTimeRefusal } from '#core/timing/typed-time.ts'
import type { Editor } from '../context/editor.ts'
import { type RowTime, writtenTime } from './row-times.ts'
import { putEntry, useOverwriting } from './use-overwriting.ts'

/** A refused time: what was typed, why it is refused, and the nearest accepted time. */
export interface Refusal {
  readonly typed: string
  readonly reason: TimeFault | TypedTimeRefusal
  readonly time: string
  /** The value before typing: if it changes, the typed one is dropped. */
  readonly over: string
  /** Whether the message is above the field, at the end of the list. */
  readonly isAbove: boolean
}

interface Props {
  editor: Editor
  cue: Cue
  time: RowTime
  /** The time notation, read once for the whole list. */
  notation: TimeNotation
  label: string
  className: string
  /** The refused value of this field, which stays until it is corrected. */
  refusal: Refusal | undefined
  onRefused: (id: string, time: RowTime, refusal: Refusal | undefined) => void
}

/**
 * A time of the active line as text. Digits overwrite those at the caret; a pasted time may have any notation. Enter,
 * blur or another line sets it, Escape restores it, and a refused value stays.
 */
export const TimeField = memo(function TimeField(props: Props): ReactNode {
  const { editor, cue, time, notation, label, className, refusal, onRefused } = props
  const { session } = editor
  const { id } = cue
  const field = useRef<HTMLInputElement>(null)
  const shown = writtenTime(time, cue, notation)
  const from = time.isLength ? cue.start : undefined
  const kept = useRef(shown)
  const onEdit = useCallback(() => onRefused(id, time, undefined), [onRefused, id, time])
  const spell = useCallback(
    (text: string) => {
      const ms = read(text, from, notation)
      return typeof ms === 'number' ? written(ms, from, notation) : undefined
    },
    [from, notation],
  )
  useOverwriting(field, { shown, spell, onEdit })

  const keep = (text: string): void => {
    kept.current = text
    if (field.current) field.current.value = text
    onEdit()
  }
  const refuse = (typed: string, reason: Refusal['reason'], limit: number): false => {
    const isAbove = isLow(field.current)
    onRefused(id, time, { typed, reason, time: written(limit, from, notation), over: shown, isAbove })
    return false
  }
  /** Sets the typed value; false if it is refused. */
  function finish(): boolean {
    const typed = field.current?.value ?? kept.current
    if (typed === kept.current || !cueIn(session.list, id)) return true
    const ms = read(typed, from, notation)
    if (typeof ms !== 'number') return refuse(typed, ms, cue[time.edge])
    const outcome = setTypedTime(session.list, id, time.edge, ms, session.rules)
    if (!outcome.ok) return refuse(typed, outcome.reason, outcome.limit)
    keep(written(ms, from, notation))
    session.edit('step_time', outcome.patch)
    return true
  }
  useShownTime(field, { id, shown, typed: refusal?.typed, kept, finish })
  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget
    if (event.key === 'Enter' && finish()) input.blur()
    else if (event.key === 'Escape') {
      keep(shown)
      input.blur()
    } else if (moved(input, event, shown, time.isLength ? stepLength : stepEntry, notation)) {
      event.preventDefault()
      if (input.value !== kept.current) onEdit()
    }
  }
  return (
    <input
      ref={field}
      name={time.name}
      className={`row-time ${className}`}
      aria-label={label}
      aria-invalid={refusal !== undefined}
      aria-describedby={refusal && refusalId(id, time)}
      inputMode="decimal"
      maxLength={40}
      autoComplete="off"
      spellCheck={false}
      onFocus={() => editor.enter(id)}
      onBlur={finish}
      onInput={onEdit}
      onKeyDown={key}
      onKeyUp={startOver}
    />
  )
})

interface ShownTime {
  readonly id: string
  readonly shown: string
  readonly typed: string | undefined
  /** The value that needs no edit. */
  readonly kept: RefObject<string>
  readonly finish: () => boolean
}

/** Writes a new time to the field; before it shows another line, what was typed is set. */
function useShownTime(field: RefObject<HTMLInputElement | null>, { id, shown, typed, kept, finish }: ShownTime): void {
  const latest = useRef({ finish, typed })
  useLayoutEffect(() => {
    latest.current = { finish, typed }
  })
  useLayoutEffect(() => () => void latest.current.finish(), [id])
  useLayoutEffect(() => {
    kept.current = shown
    if (field.current) field.current.value = latest.current.typed ?? shown
  }, [field, kept, id, shown])
}

function read(text: string, from: number | undefined, notation: TimeNotation): number | TimeFault {
  return from === undefined ? readTime(text, notation) : readEndAfter(from, text, notation)
}

function written(ms: number, from: number | undefined, notation: TimeNotation): string {
  return from === undefined ? writeTime(ms, notation) : writeLength(from, ms, notation)
}

/** Tab selects the whole text; a caret at the first digit overwrites it. */
function startOver({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): void {
  const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length
  if (key === 'Tab' && isAll) input.setSelectionRange(0, 0)
}

/** Arrows: up and down step the digits at the caret, left and right skip separators. True if handled. */
function moved(
  input: HTMLInputElement,
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  shown: string,
  step: typeof stepEntry,
  notation: TimeNotation,
): boolean {
  if (altKey || ctrlKey || metaKey || shiftKey) return false
  const way = key === 'ArrowUp' || key === 'ArrowRight' ? 1 : -1
  const entry = { text: input.value, caret: input.selectionStart ?? 0 }
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const stepped = step(entry, way, notation)
    if (stepped) putEntry(input, stepped)
    return true
  }
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  if (!isAcross || input.selectionStart !== input.selectionEnd || !hasShapeOf(input.value, shown)) return false
  putEntry(input, moveCaret(entry, way))
  return true
}

/** Height of a message of two rows. */
const MESSAGE_PX = 56

function isLow(field: HTMLElement | null): boolean {
  const list = field?.closest('.rows-scroller')
  if (!field || !list) return false
  return field.getBoundingClientRect().bottom + MESSAGE_PX > list.getBoundingClientRect().bottom
}

/** Id of the message of a refused time. */
const refusalId = (id: string, { name }: RowTime): string => `refused-${name}-${id}`

interface RefusedProps {
  id: string
  time: RowTime
  refusal: Refusal
  rate: TimeNotation['rate']
}

/** The message of a refused time, in its row. */
export function Refused({ id, time: of, refusal: { reason, time, isAbove }, rate }: RefusedProps): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <span id={refusalId(id, of)} role="alert" className={isAbove ? 'time-refused time-refused-above' : 'time-refused'}>
      {t(`time_${reason}`, { time, rate: Number((rate.num / rate.den).toFixed(3)) })}
    </span>
  )
}
