import './VirtualGrid.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'

/** How many items stand beside each other, how high a row of them is, and what is between them; in pixels. */
export interface GridLayout {
  readonly columns: number
  readonly height: number
  readonly gap: number
}

interface Props<T> {
  items: readonly T[]
  layoutOf: (width: number) => GridLayout
  keyOf: (item: T) => string
  render: (item: T) => ReactNode
  label: string
  /** What reads the items from one to another, and stands in the list unseen. */
  loadersOf?: (first: number, last: number) => ReactNode
  /** Of anything in it. */
  onClick?: (event: MouseEvent) => void
}

/** A long list in columns or rows; only what is in view is on the page. */
export function VirtualGrid<T>({ items, layoutOf, keyOf, render, label, loadersOf, onClick }: Props<T>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const { columns, height, gap } = layoutOf(useWidth(scroller))
  const rows = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    gap,
    overscan: 3,
  })
  useEffect(() => rows.measure(), [rows, height, gap])
  const shown = rows.getVirtualItems()
  const first = (shown[0]?.index ?? 0) * columns
  const last = ((shown.at(-1)?.index ?? 0) + 1) * columns
  return (
    <div ref={scroller} className="virtual-grid" onClick={onClick}>
      {loadersOf?.(first, last)}
      <div role="list" aria-label={label} style={{ height: rows.getTotalSize() }}>
        {shown.map((row) =>
          items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
            <div
              key={keyOf(item)}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={row.index * columns + column + 1}
              style={{
                height,
                width: `calc((100% - ${gap * (columns - 1)}px) / ${columns})`,
                // By its place and not by a transform: that would be one more piece for the browser to put together.
                top: row.start,
                left: `calc((100% + ${gap}px) * ${column / columns})`,
              }}
            >
              {render(item)}
            </div>
          )),
        )}
      </div>
    </div>
  )
}

/** Width of an element's inside, in pixels. */
function useWidth(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
