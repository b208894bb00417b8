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
import { TimeField, writtenTime } from '../../parts/TimeField.tsx'

interface Props extends Omit<ComponentProps<typeof TimeField>, 'label' | 'onRefused'> {
  /** Name of its column. */
  column: string
  /** Label of its field, with the line's number. */
  name: 'in_time' | 'out_time' | 'length_of_line'
  n: number
  t: TFunction<'editor'>
  cellClassName?: string
  tip?: string
  /**
   * Whether the pointer or the cursor is in its row, or was while it had the focus. Otherwise plain text: three fields
   * per row would be most of the cost of a scroll.
   */
  isOpen: boolean
}

/** A time in the list: a field if the user is near, has tapped it, or has entered a refused time. */
export const TimeCell = memo(function TimeCell(props: Props): ReactNode {
  const { column, name, n, t, cellClassName = '', tip, isOpen, ...field } = props
  const cell = useRef<HTMLSpanElement>(null)
  const [isRefused, setRefused] = useState(false)
  const [isAsked, setAsked] = useState(false)
  useLayoutEffect(() => {
    if (isAsked) cell.current?.querySelector('input')?.focus()
  }, [isAsked])
  // A finger is near no row before its tap, and a fast click comes before the field.
  const ask = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): void => {
    if (!(target instanceof HTMLInputElement || shiftKey || ctrlKey || metaKey)) setAsked(true)
  }
  const hasField = isOpen || isRefused || isAsked
  // Cached: formatting a number into a message costs more than the field.
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
