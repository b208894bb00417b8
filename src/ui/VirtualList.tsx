import './VirtualList.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'

interface Props<T> {
  items: readonly T[]
  rowHeight: number
  keyOf: (item: T, index: number) => string
  render: (item: T) => ReactNode
  label: string
  className?: string
  /** Index of an item to scroll into view. */
  shownAt?: number
}

/**
 * A long list of rows of equal height, of which only visible ones are on the page. CSS reads the total height from
 * `--content`.
 */
export function VirtualList<T>({
  items,
  rowHeight,
  keyOf,
  render,
  label,
  className = '',
  shownAt,
}: Props<T>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item, index)
    },
    overscan: 8,
  })
  useEffect(() => {
    if (shownAt !== undefined) rows.scrollToIndex(shownAt, { align: 'auto' })
  }, [rows, shownAt])
  const shown = rows.getVirtualItems().flatMap((row) => {
    const item = items[row.index]
    return item === undefined ? [] : [{ row, item }]
  })
  return (
    <div
      ref={scroller}
      className={`virtual-list ${className}`}
      role="list"
      aria-label={label}
      tabIndex={0}
      style={{ '--content': `${items.length * rowHeight}px` } as CSSProperties}
    >
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {shown.map(({ row, item }) => (
          <div
            key={row.key}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            className="virtual-row"
            style={{ height: rowHeight, transform: `translateY(${row.start}px)` }}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>
  )
}
