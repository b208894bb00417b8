import type { TFunction } from 'i18next'
import {
  type ComponentProps,
  memo,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { TimeField, writtenTime } from './TimeField.tsx'

interface Props extends Omit<ComponentProps<typeof TimeField>, 'label' | 'onRefused'> {
  /** What its column is called. */
  column: string
  /** What its field is called, with the number of the line. */
  name: 'in_time' | 'out_time' | 'length_of_line'
  n: number
  t: TFunction<'editor'>
  cellClassName?: string
  tip?: string
  /**
   * The pointer or the cursor is in its row, or was in that of the line in focus. Else the time is plain text: three fields
   * for each row would be most of what a scroll costs.
   */
  isOpen: boolean
}

/** A time of a line in the list: a field where the user is near, has tapped on it, or where what was typed is refused. */
export const TimeCell = memo(function TimeCell(props: Props): ReactNode {
  const { column, name, n, t, cellClassName = '', tip, isOpen, ...field } = props
  const cell = useRef<HTMLSpanElement>(null)
  const [isRefused, setRefused] = useState(false)
  const [isAsked, setAsked] = useState(false)
  useLayoutEffect(() => {
    if (isAsked) cell.current?.querySelector('input')?.focus()
  }, [isAsked])
  // A finger is near no row before its tap; a fast hand presses before the field is there.
  const ask = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): void => {
    if (!(target instanceof HTMLInputElement || shiftKey || ctrlKey || metaKey)) setAsked(true)
  }
  const hasField = isOpen || isRefused || isAsked
  // Kept: to put a number into a sentence costs more than the field.
  const label = useMemo(() => (hasField ? t(name, { n }) : ''), [hasField, t, name, n])
  const time = writtenTime(field.ms, field.from, field.notation)
  return (
    <span
      ref={cell}
      role="gridcell"
      className={`row-time-cell ${cellClassName}`}
      aria-label={hasField ? undefined : `${column} ${time}`}
      data-tip={tip}
      onClick={ask}
      onBlur={() => setAsked(false)}
    >
      {hasField ? (
        <TimeField {...field} label={label} onRefused={setRefused} />
      ) : (
        <span className={`row-time-shown ${field.className ?? ''}`}>{time}</span>
      )}
    </span>
  )
})
