import { type RefObject, useLayoutEffect, useState } from 'react'
import { RowsAtRest } from './rows-at-rest.ts'

/** What tells the rows whether their list is scrolled. */
export function useRowsAtRest(scroller: RefObject<HTMLDivElement | null>): RowsAtRest {
  const [atRest] = useState(() => new RowsAtRest())
  useLayoutEffect(() => (scroller.current ? atRest.follow(scroller.current) : undefined), [atRest, scroller])
  return atRest
}
