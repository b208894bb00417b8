import type { ReactNode } from 'react'
import { CaretDown, CaretUp } from '#src/ui/icons.ts'
import type { HistorySort, HistoryView } from './history-filter.ts'

interface Props {
  sort: HistorySort
  label: string
  className: string
  view: HistoryView
}

/** A sortable column header. */
export function SortHead({ sort, label, className, view }: Props): ReactNode {
  const isBy = view.sort === sort
  return (
    <th scope="col" className={className} aria-sort={isBy ? (view.isAscending ? 'ascending' : 'descending') : 'none'}>
      <button type="button" className="sort-head" onClick={() => view.sortBy(sort)}>
        {label}
        {isBy && (view.isAscending ? <CaretUp size={12} aria-hidden /> : <CaretDown size={12} aria-hidden />)}
      </button>
    </th>
  )
}
