import type { ReactNode } from 'react'

interface Bar {
  readonly label: string
  readonly value: number
  /** Tooltip. */
  readonly tip: string
}

const HEIGHT = 96

/** A bar chart; labels below, as many as fit. */
export function BarPlot({ label, bars }: { label: string; bars: readonly Bar[] }): ReactNode {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const every = Math.max(1, Math.ceil(bars.length / 12))
  return (
    <div className="staff-plot" role="img" aria-label={`${label}: ${bars.map(({ tip }) => tip).join('; ')}`}>
      <svg viewBox={`0 0 ${Math.max(1, bars.length) * 10} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {bars.map(({ label: name, value, tip }, at) => {
          const height = (value / most) * (HEIGHT - 2)
          return (
            <g key={name} data-tip={tip}>
              <rect className="staff-plot-ground" x={at * 10} y={0} width={10} height={HEIGHT} />
              <rect className="staff-plot-bar" x={at * 10 + 1} y={HEIGHT - height} width={8} height={height} />
            </g>
          )
        })}
      </svg>
      <div className="staff-plot-labels" aria-hidden>
        {bars.map(({ label: name }, at) => (
          <span key={name}>{at % every === 0 ? name : ''}</span>
        ))}
      </div>
    </div>
  )
}

interface Series {
  readonly name: string
  readonly values: readonly number[]
}

/** Lines over common points, on a scale from 0 to `most`. */
export function LinePlot({
  label,
  series,
  most,
}: {
  label: string
  series: readonly Series[]
  most: number
}): ReactNode {
  const points = Math.max(1, ...series.map(({ values }) => values.length - 1))
  const place = (value: number, at: number): string =>
    `${(at / points) * 300},${HEIGHT - (value / most) * (HEIGHT - 4) - 2}`
  return (
    <figure className="staff-lines">
      <svg viewBox={`0 0 300 ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            className="staff-plot-grid"
            x1={0}
            x2={300}
            y1={share * (HEIGHT - 4) + 2}
            y2={share * (HEIGHT - 4) + 2}
          />
        ))}
        {series.map(({ name, values }, at) => (
          <polyline key={name} className={`staff-line staff-line-${at + 1}`} points={values.map(place).join(' ')} />
        ))}
      </svg>
      <figcaption>
        {series.map(({ name }, at) => (
          <span key={name} className={`staff-line-${at + 1}`}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
