import './VirtualGrid.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type MouseEvent, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'

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
  onContextMenu?: (event: MouseEvent) => void
}

/** What is on the page too beyond the view on either side: some rows of a list, of large cards a single one. */
const AHEAD_PX = 300
const MOST_ROWS_AHEAD = 3

/** A long list in columns or rows; only what is in view is on the page. */
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
        {/* One list, not lists in it: React would tell items of those by their place, and make all again at each step. */}
        {places.map(({ item, column, start, key, at }) => (
          <div
            key={key}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={at + 1}
            style={{
              height,
              width: `calc((100% - ${gap * (columns - 1)}px) / ${columns})`,
              // By its place and not by a transform: that would be one more piece for the browser to put together.
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

/** Without what has the key of one before it: a file that is renamed stands in two pages of its list until both are read again. */
export function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keys = new Set(items.map(keyOf))
  if (keys.size === items.length) return items
  return items.filter((item) => keys.delete(keyOf(item)))
}

interface InsideProps<T> {
  item: T
  render: (item: T) => ReactNode
}

/** Drawn again where the list is given other items or another way to draw them, not with each step of scrolling. */
const Inside = memo(({ item, render }: InsideProps<unknown>) => render(item)) as <T>(props: InsideProps<T>) => ReactNode

/** After so long without a step of scrolling the next item beyond the view is made. */
const PAUSE_MS = 40

interface Place {
  readonly key: string
  /** Rows from the view; 0 where it is in view. */
  readonly distance: number
}

/**
 * Which places are drawn: those in view at once, and of the others one more with each step, the nearest first. A whole row of
 * cards at once would hold up the frame in which it comes near.
 */
class ByAndBy {
  private made: ReadonlySet<string> = new Set()

  /** `left` says how many are still to come. */
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
