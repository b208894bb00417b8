import './VirtualGrid.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type MouseEvent, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'

/** Columns, row height and gap between items, in pixels. */
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
  /** Invisible components that load the items of a range. */
  loadersOf?: (first: number, last: number) => ReactNode
  /** For clicks on any item. */
  onClick?: (event: MouseEvent) => void
  onContextMenu?: (event: MouseEvent) => void
}

/** Extent drawn beyond the view on each side: several rows of a list, but one row of large cards. */
const AHEAD_PX = 300
const MOST_ROWS_AHEAD = 3

/** A long list in columns or rows; only visible items are on the page. */
export function VirtualGrid<T>({ items, layoutOf, keyOf, render, label, loadersOf, ...events }: Props<T>): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const { columns, height, gap } = layoutOf(useWidth(scroller))
  const rows = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    gap,
    overscan: Math.min(MOST_ROWS_AHEAD, Math.ceil(AHEAD_PX / (height + gap))),
  })
  useEffect(() => rows.measure(), [rows, height, gap])
  const shown = rows.getVirtualItems()
  const first = (shown[0]?.index ?? 0) * columns
  const last = ((shown.at(-1)?.index ?? 0) + 1) * columns
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
  const near = shown.flatMap(({ index, start }) =>
    items.slice(index * columns, (index + 1) * columns).map((item, column) => ({
      ...{ item, column, start, key: keyOf(item), at: index * columns + column },
      distance: Math.max(startIndex - index, index - endIndex, 0),
    })),
  )
  const places = useByAndBy(firstOfEach(near, ({ key }) => key))
  return (
    <div ref={scroller} className="virtual-grid" {...events}>
      {loadersOf?.(first, last)}
      <div role="list" aria-label={label} style={{ height: rows.getTotalSize() }}>
        {/* One flat list: with nested ones, moving an item to another row would make React create it again. */}
        {places.map(({ item, column, start, key, at }) => (
          <div
            key={key}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={at + 1}
            style={{
              height,
              width: `calc((100% - ${gap * (columns - 1)}px) / ${columns})`,
              // A position instead of a transform, which would create a layer for each item.
              top: start,
              left: `calc((100% + ${gap}px) * ${column / columns})`,
            }}
          >
            <Inside item={item} render={render} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Leaves out items with a repeated key: a renamed file is on two pages of its list until both are loaded again. */
export function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keys = new Set(items.map(keyOf))
  if (keys.size === items.length) return items
  return items.filter((item) => keys.delete(keyOf(item)))
}

interface InsideProps<T> {
  item: T
  render: (item: T) => ReactNode
}

/** Renders an item only when it or its renderer changes, not on each scroll step. */
const Inside = memo(({ item, render }: InsideProps<unknown>) => render(item)) as <T>(props: InsideProps<T>) => ReactNode

/** Without scrolling for this time, the next item beyond the view is created. */
const PAUSE_MS = 40

interface Place {
  readonly key: string
  /** Distance in rows from the view; 0 inside it. */
  readonly distance: number
}

/** Creates visible items at once and one more per step, nearest first: a whole row of cards would delay a frame. */
class ByAndBy {
  private made: ReadonlySet<string> = new Set()

  /** `left` is the number of items still to create. */
  step<P extends Place>(places: readonly P[]): { drawn: readonly P[]; left: number } {
    const waiting = places.filter(({ key, distance }) => distance > 0 && !this.made.has(key))
    const [next] = waiting.toSorted((a, b) => a.distance - b.distance)
    const drawn = waiting.length < 2 ? places : places.filter((place) => place === next || !waiting.includes(place))
    this.made = new Set(drawn.map(({ key }) => key))
    return { drawn, left: places.length - drawn.length }
  }
}

function useByAndBy<P extends Place>(places: readonly P[]): readonly P[] {
  const [order] = useState(() => new ByAndBy())
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const { drawn, left } = order.step(places)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(drawAgain, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [drawn, left])
  return drawn
}

/** Width of an element's content box, in pixels. */
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
