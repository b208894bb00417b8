import './TimeField.css'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Edge } from '#core/timing/rules.ts'
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
import { putEntry, useOverwriting } from './use-overwriting.ts'

interface Props {
  editor: Editor
  /** Id of the line. */
  id: string
  edge: Edge
  ms: number
  /** The time notation, read once for the whole list. */
  notation: TimeNotation
  label: string
  /** For a duration: the time (ms) from which it counts. */
  from?: number
  className?: string
  /** Called when the field gets or loses a refused value, which stays until it is corrected. */
  onRefused: (isRefused: boolean) => void
}

/** Why the typed value is refused, and the nearest accepted time. */
interface Refusal {
  readonly reason: TimeFault | TypedTimeRefusal
  readonly time: string
  /** The value before typing: if it changes, the typed one is dropped. */
  readonly over: string
  /** Whether the message is above the field, at the end of the list. */
  readonly isAbove: boolean
}

/**
 * An edge as text. Digits overwrite those at the caret; a pasted time may have any notation. Enter or blur sets it,
 * Escape restores it, and a refused value stays.
 */
export const TimeField = memo(function TimeField(props: Props): ReactNode {
  const { editor, id, edge, ms, notation, label, from, className = '', onRefused } = props
  const { session } = editor
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefusal] = useState<Refusal>()
  const shown = writtenTime(ms, from, notation)
  const refusal = refused?.over === shown ? refused : undefined
  useEffect(() => onRefused(refusal !== undefined), [onRefused, refusal])
  const kept = useKept(field, shown)
  const onEdit = useCallback(() => setRefusal(undefined), [])
  const spell = useCallback(
    (text: string) => {
      const time = read(text, from, notation)
      return typeof time === 'number' ? writtenTime(time, from, notation) : undefined
    },
    [from, notation],
  )
  useOverwriting(field, { shown, spell, onEdit })

  const keep = (text: string): void => {
    kept.current = text
    if (field.current) field.current.value = text
    setRefusal(undefined)
  }
  const refuse = (reason: Refusal['reason'], limit: number): false => {
    // At once: otherwise the row would unmount the field when the cursor leaves.
    onRefused(true)
    setRefusal({ reason, time: writtenTime(limit, from, notation), over: shown, isAbove: isLow(field.current) })
    return false
  }
  /** Sets the typed value; false if it is refused. */
  function finish(): boolean {
    const typed = field.current?.value ?? kept.current
    if (typed === kept.current) return true
    const time = read(typed, from, notation)
    if (typeof time !== 'number') return refuse(time, ms)
    const outcome = setTypedTime(session.list, id, edge, time, session.rules)
    if (!outcome.ok) return refuse(outcome.reason, outcome.limit)
    keep(writtenTime(time, from, notation))
    session.edit('step_time', outcome.patch)
    return true
  }
  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget
    if (event.key === 'Enter' && finish()) input.blur()
    else if (event.key === 'Escape') {
      keep(shown)
      input.blur()
    } else if (moved(input, event, shown, from === undefined ? stepEntry : stepLength, notation)) {
      event.preventDefault()
      if (input.value !== kept.current) onEdit()
    }
  }
  const messageId = useId()
  useRefusedRow(field, refusal !== undefined)
  return (
    <>
      <input
        ref={field}
        className={`row-time ${className}`}
        defaultValue={shown}
        aria-label={label}
        aria-invalid={refusal !== undefined}
        aria-describedby={refusal && messageId}
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
      {refusal && <Refused id={messageId} refusal={refusal} rate={notation.rate} />}
    </>
  )
})

/** The value that needs no edit; a new one is written to the field. */
function useKept(field: RefObject<HTMLInputElement | null>, shown: string): RefObject<string> {
  const kept = useRef(shown)
  useEffect(() => {
    if (kept.current === shown) return
    kept.current = shown
    if (field.current) field.current.value = shown
  }, [field, shown])
  return kept
}

/** Marks a row with a refusal, whose message covers the rows beside it. */
function useRefusedRow(field: RefObject<HTMLInputElement | null>, isRefused: boolean): void {
  useLayoutEffect(() => {
    const row = isRefused ? field.current?.closest('.row') : undefined
    if (!row) return
    row.toggleAttribute('data-refused', true)
    return () => row.removeAttribute('data-refused')
  }, [field, isRefused])
}

function read(text: string, from: number | undefined, notation: TimeNotation): number | TimeFault {
  return from === undefined ? readTime(text, notation) : readEndAfter(from, text, notation)
}

export function writtenTime(ms: number, from: number | undefined, notation: TimeNotation): string {
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

interface RefusedProps {
  id: string
  refusal: Refusal
  rate: TimeNotation['rate']
}

/** The message of a refused time, at its field. */
function Refused({ id, refusal: { reason, time, isAbove }, rate }: RefusedProps): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <span id={id} role="alert" className={isAbove ? 'time-refused time-refused-above' : 'time-refused'}>
      {t(`time_${reason}`, { time, rate: Number((rate.num / rate.den).toFixed(3)) })}
    </span>
  )
}
