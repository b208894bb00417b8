import 'uplot/dist/uPlot.min.css'
import './StackedBars.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import UPlot from 'uplot'
import { Button } from './Button.ts'
import { useTheme } from './theme.ts'

/** One colour of each column. */
export interface BarSeries {
  readonly name: string
  /** A value for each column. */
  readonly values: readonly number[]
}

interface Props {
  label: string
  columns: readonly string[]
  /** The lowest part of the columns first; at most nine. */
  series: readonly BarSeries[]
  format: (value: number) => string
  /** Whether the columns of a row add up to something, such as months. */
  hasSum?: boolean
}

type Plotted = Omit<Props, 'label' | 'hasSum'>

const HEIGHT = 200

/** Stacked columns with their figures under the pointer, and as a table for screen readers and on demand. */
export function StackedBars({ label, columns, series, format, hasSum = true }: Props): ReactNode {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const tableId = useId()
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
  return (
    <figure className="stacked-bars" aria-label={label}>
      <div className="stacked-bars-head">
        <figcaption>{label}</figcaption>
        <Button
          size="small"
          variant="minimal"
          text={t(isTable ? 'as_chart' : 'as_table')}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {!isTable && <Plot columns={columns} series={series} format={format} />}
      <div className={isTable ? 'stacked-bars-table' : 'unseen'}>
        <table id={tableId} className="table table-auto" aria-label={label}>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col" className="number">
                  {column}
                </th>
              ))}
              {hasSum && (
                <th scope="col" className="number">
                  {t('sum')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {series.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, at) => (
                  <td key={columns[at]} className="number">
                    {format(value)}
                  </td>
                ))}
                {hasSum && <td className="number">{format(total(values))}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function Plot({ columns, series, format }: Plotted): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const element = host.current
    if (!element) return
    const plot = new UPlot(optionsOf(element, { columns, series, format }), dataOf(columns, series), element)
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [columns, series, format, theme])
  return <div ref={host} className="stacked-bars-plot" aria-hidden />
}

/** The highest sums first, since lower ones are drawn over them. */
function dataOf(columns: readonly string[], series: readonly BarSeries[]): UPlot.AlignedData {
  const sums = series.map((_, upTo) =>
    columns.map((__, at) => series.slice(0, upTo + 1).reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
  )
  return [columns.map((_, at) => at), ...sums.toReversed()]
}

/** Space above the highest column. */
const HEADROOM = 1.08

function optionsOf(element: HTMLElement, { columns, series, format }: Plotted): UPlot.Options {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  const font = `12px ${token('--font-text')}`
  const axis = { stroke: token('--text-muted'), font, ticks: { show: false } }
  const bars = UPlot.paths.bars?.({ size: [0.6, 40], radius: 0 })
  return {
    width: element.clientWidth,
    height: HEIGHT,
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.5, columns.length - 0.5] },
      y: { range: (_, __, most) => [0, most * HEADROOM || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: columns.map((_, at) => at),
        values: (plot, at) => namesOf(plot, columns, at),
        size: (plot) => AXIS_PX + ROW_PX * (rowsOf(namesOf(plot, columns)) - 1),
      },
      {
        ...axis,
        grid: { stroke: token('--border'), width: 1 },
        values: (_, all) => all.map(format),
        incrs: STEPS,
        size: 56,
      },
    ],
    series: [
      { label: '', value: (_, at) => (at === null ? '' : (columns[at] ?? '')) },
      ...series
        .map(({ name, values }, order): UPlot.Series => {
          const color = token(`--role-${order + 1}`)
          const value = (_: UPlot, __: number, ___: number, at: number | null): string =>
            at === null ? '' : format(values[at] ?? 0)
          return {
            label: name,
            fill: color,
            stroke: color,
            width: 0,
            points: { show: false },
            value,
            ...(bars && { paths: bars }),
          }
        })
        .toReversed(),
    ],
  }
}

const AXIS_PX = 34
const ROW_PX = 18
/** Mean width of a letter of the axis. */
const LETTER_PX = 6.5

const rowsOf = (names: readonly string[]): number =>
  names.reduce((most, name) => Math.max(most, name.split('\n').length), 1)

/** Names of columns, in rows as wide as a column. */
function namesOf(plot: UPlot, columns: readonly string[], at: readonly number[] = [...columns.keys()]): string[] {
  const letters = Math.max(6, Math.floor(plot.width / columns.length / LETTER_PX) - 2)
  return at.map((n) => inRows(columns[n] ?? '', letters))
}

/** Where a row may break: between words, and between Chinese letters. */
const PIECES = /\p{Script=Han}|\s+|[^\s\p{Script=Han}]+/gu

/** Letters of a text; a Chinese one is as wide as two others. */
const widthOf = (text: string): number => [...text].length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)

function inRows(name: string, letters: number): string {
  const rows = ['']
  for (const piece of name.match(PIECES) ?? []) {
    const longer = `${rows.at(-1)}${piece}`
    if (rows.at(-1) === '' || widthOf(longer) <= letters) rows[rows.length - 1] = longer
    else rows.push(piece.trim())
  }
  return rows.filter((row) => row !== '').join('\n')
}

/** Steps of the scale; figures in whole numbers never come near the first ones. */
const STEPS = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000,
  100_000, 1_000_000,
]
