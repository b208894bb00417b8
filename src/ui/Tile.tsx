import './Tile.css'
import './states.css'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface Props {
  id: string
  name: string
  to: string
  /** Addresses of up to four pictures of its content. */
  covers: readonly string[]
  /** Shown without pictures. */
  icon: ReactElement
  /** Facts, and a footer with state and tools. */
  children: ReactNode
}

/** A folder or project in a grid: pictures of its content, its name and its state. */
export function Tile({ id, name, to, covers, icon, children }: Props): ReactNode {
  return (
    <li className="tile" data-id={id}>
      <Link to={to} aria-label={name}>
        <span className="tile-covers" data-count={covers.length}>
          {covers.map((cover) => (
            <img key={cover} src={cover} alt="" loading="lazy" />
          ))}
          {covers.length === 0 && icon}
        </span>
        <strong className="tile-name">{name}</strong>
      </Link>
      {children}
    </li>
  )
}

/** Placeholders for tiles. */
export function TileSkeletons(): ReactNode {
  return (
    <ul className="tiles skeleton" aria-hidden>
      {[1, 2, 3, 4].map((tile) => (
        <li key={tile} className="tile">
          <span className="tile-covers" />
          <span className="skeleton-block skeleton-line" />
        </li>
      ))}
    </ul>
  )
}
