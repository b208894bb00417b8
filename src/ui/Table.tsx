import './states.css'
import './table.css'
import { CaretDown, CaretUp } from '@blueprintjs/icons'
import type { ReactNode } from 'react'

const PLACES = [1, 2, 3, 4, 5]

/** Ordering by a column. */
interface Ordering {
  /** The current order. */
  readonly direction: 'ascending' | 'descending' | 'none'
  readonly onOrder: () => void
}

export interface Column {
  readonly key: string
  readonly label: ReactNode
  /** Numbers align with the end of the column. */
  readonly isNumber?: boolean
  /** Only screen readers get the label. */
  readonly isUnseen?: boolean
  readonly width?: number | string
  readonly className?: string
  readonly ordering?: Ordering
}

interface Props {
  columns: readonly Column[]
  /** While rows are loading, placeholders are shown. */
  isLoading?: boolean
  /** Column widths: as given, or as wide as their content. */
  layout?: 'fixed' | 'auto'
  className?: string
  /** Number of all rows, if not all of them are on the page. */
  rowCount?: number
  children: ReactNode
}

/** Rows in columns, the same on every page. */
export function Table({ columns, isLoading = false, layout = 'fixed', className = '', rowCount, children }: Props) {
  const kind = layout === 'auto' ? 'table table-auto' : 'table'
  return (
    <table className={`${kind} ${className}`} aria-busy={isLoading} aria-rowcount={rowCount && rowCount + 1}>
      <TableHead columns={columns} />
      {isLoading ? <Places columns={columns} /> : <tbody>{children}</tbody>}
    </table>
  )
}

/** The header alone, for a table with grouped rows. */
export function TableHead({ columns }: Pick<Props, 'columns'>): ReactNode {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <Head key={column.key} column={column} />
        ))}
      </tr>
    </thead>
  )
}

function Head({ column: { label, isNumber, isUnseen, width, className = '', ordering } }: { column: Column }) {
  const classes = isNumber ? `number ${className}` : className
  const text = isUnseen ? <span className="unseen">{label}</span> : label
  return (
    <th scope="col" className={classes || undefined} style={{ width }} aria-sort={ordering?.direction}>
      {ordering ? <Order label={label} {...ordering} /> : text}
    </th>
  )
}

function Order({ label, direction, onOrder }: Ordering & { label: ReactNode }): ReactNode {
  return (
    <button type="button" className="table-order" onClick={onOrder}>
      {label}
      {direction === 'ascending' && <CaretUp size={12} aria-hidden />}
      {direction === 'descending' && <CaretDown size={12} aria-hidden />}
    </button>
  )
}

/** Placeholders for rows. */
function Places({ columns }: Pick<Props, 'columns'>): ReactNode {
  return (
    <tbody className="skeleton" aria-hidden>
      {PLACES.map((row) => (
        <tr key={row}>
          {columns.map(({ key }) => (
            <td key={key}>
              <span className="skeleton-block" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
