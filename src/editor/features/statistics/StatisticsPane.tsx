import './statistics.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addToCurve, speedStatistics, type SpeedStatistics } from '#core/checks/speed-statistics.ts'
import { textStatistics } from '#core/subtitle/text/statistics.ts'
import { writeTime } from '#core/timing/time-notation.ts'
import { useLimits } from '../quality/use-limits.ts'
import { delays } from '../../model/options.ts'
import { inSlices } from '#src/media/by-steps.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import { lineAtOrBefore } from '../../model/document/cues-in-time.ts'
import { speedsOf } from './speeds.ts'
import { qualityOf } from '../quality/quality.ts'

/** Points of the curve, about the width of a pane. */
const POINTS = 240

interface Found {
  readonly speed: SpeedStatistics
  readonly curve: Float64Array
  readonly durationMs: number
  readonly limit: number
  readonly words: number
  readonly characters: number
  readonly spokenMs: number
  readonly meanMs: number
}

/** Figures of the open version: lines, words and reading speed, and that speed over time. */
export function StatisticsPane(): ReactNode {
  const { t } = useTranslation('editor')
  const found = useStatistics()
  useLimits()
  return (
    <section className="statistics" aria-label={t('statistics')}>
      <div className="statistics-head">
        <h2>{t('statistics')}</h2>
      </div>
      {found && found.speed.lines > 0 ? (
        <Figures found={found} />
      ) : (
        <p className="statistics-none muted">{t('no_lines')}</p>
      )}
    </section>
  )
}

function useStatistics(): Found | undefined {
  const editor = useEditor()
  const { session, media } = editor
  const quality = qualityOf(editor)
  const speeds = speedsOf(editor)
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    let control = new AbortController()
    const count = async (): Promise<void> => {
      control.abort()
      control = new AbortController()
      const { limits } = quality.profile
      const all: number[] = []
      const last = session.list.cues.reduce((end, cue) => Math.max(end, cue.end), 0)
      const durationMs = Math.max(1, media.durationMs, last)
      const curve = new Float64Array(POINTS)
      let [words, characters, spokenMs] = [0, 0, 0]
      const isDone = await inSlices(
        session.list,
        (cue) => {
          const speed = speeds.of(cue, limits)
          const text = textStatistics(cue.text)
          words += text.words
          characters += text.characters
          spokenMs += Math.max(0, cue.end - cue.start)
          all.push(speed)
          addToCurve(curve, cue, speed, POINTS / durationMs)
        },
        control.signal,
      )
      if (!isDone) return
      const speed = speedStatistics(all, limits.cps)
      const meanMs = speed.lines > 0 ? spokenMs / speed.lines : 0
      setFound({ speed, curve, durationMs, limit: limits.cps, words, characters, spokenMs, meanMs })
    }
    const { loop } = session
    const later = (): void => loop.idle(count, () => void count(), { after: delays.save })
    void count()
    const stops = [session.onChange(later), quality.profile.subscribe(later), () => loop.cancel(count)]
    return () => {
      control.abort()
      for (const stop of stops) stop()
    }
  }, [session, quality, speeds, media])
  return found
}

function Figures({ found }: { found: Found }): ReactNode {
  const { t, i18n } = useTranslation('editor')
  const editor = useEditor()
  const quality = qualityOf(editor)
  const { speed, words, characters, spokenMs, meanMs, durationMs, limit } = found
  const language = i18n.language.replace('_', '-')
  const whole = (value: number): string => value.toLocaleString(language, { maximumFractionDigits: 0 })
  const one = (value: number): string => value.toLocaleString(language, { maximumFractionDigits: 1 })
  const figures: [string, string][] = [
    [t('statistics_lines'), whole(speed.lines)],
    [t('statistics_words'), whole(words)],
    [t('statistics_characters'), whole(characters)],
    [t('statistics_shown'), `${one((spokenMs / durationMs) * 100)}%`],
    [t('statistics_length'), t('statistics_seconds', { n: one(meanMs / 1000) })],
    [t('statistics_mean'), one(speed.mean)],
    [t('statistics_median'), one(speed.median)],
    [t('statistics_high'), one(speed.high)],
    [t('statistics_most'), one(speed.most)],
    [t('statistics_over', { limit, profile: quality.profile.name }), whole(speed.over)],
  ]
  return (
    <div className="statistics-body">
      <h3>{t('statistics_speed_over_time')}</h3>
      <Curve found={found} />
      <h3>{t('statistics_lines_by_speed')}</h3>
      <Histogram speed={speed} limit={limit} />
      <dl className="statistics-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const WIDTH = 320
const HEIGHT = 96
/** Adjacent bars overlap, so that no seam shows between them. */
const OVERLAP = 0.4

/** Reading speed over the whole video, with the limit; a press seeks there. */
function Curve({ found: { curve, durationMs, limit } }: { found: Found }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const notation = useNotation()
  const box = useRef<SVGSVGElement>(null)
  const most = Math.max(limit * 1.5, ...curve)
  const y = (value: number): number => HEIGHT - (value / most) * HEIGHT
  const step = WIDTH / curve.length
  const go = (event: React.MouseEvent): void => {
    const place = box.current?.getBoundingClientRect()
    if (!place) return
    const ms = ((event.clientX - place.left) / place.width) * durationMs
    const line = lineAtOrBefore(editor.session.list, ms)
    if (line) editor.goTo(line.id)
  }
  return (
    <figure className="statistics-chart">
      <svg
        ref={box}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('statistics_speed_over_time')}
        data-testid="speed-curve"
        onClick={go}
      >
        {[...curve].map(
          (speed, at) =>
            speed > 0 && (
              <rect
                key={at}
                className={speed > limit ? 'speed-over' : 'speed'}
                x={at * step}
                y={y(speed)}
                width={step + OVERLAP}
                height={HEIGHT - y(speed)}
              />
            ),
        )}
        <line className="speed-limit" x1={0} x2={WIDTH} y1={y(limit)} y2={y(limit)} />
      </svg>
      <figcaption className="muted">
        <span>{writeTime(0, notation)}</span>
        <span>{t('statistics_limit', { limit })}</span>
        <span>{writeTime(durationMs, notation)}</span>
      </figcaption>
    </figure>
  )
}

function Histogram({ speed: { bins, binWidth }, limit }: { speed: SpeedStatistics; limit: number }): ReactNode {
  const { t } = useTranslation('editor')
  const most = Math.max(1, ...bins)
  const step = WIDTH / bins.length
  return (
    <figure className="statistics-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('statistics_lines_by_speed')}
      >
        {bins.map((count, at) => {
          const height = (count / most) * HEIGHT
          return (
            <rect
              key={at}
              className={at * binWidth >= limit ? 'speed-over' : 'speed'}
              x={at * step + 1}
              y={HEIGHT - height}
              width={step - 2}
              height={height}
            />
          )
        })}
      </svg>
      <figcaption className="muted statistics-bins">
        <span>0</span>
        <span>{limit}</span>
        <span>{`≥ ${(binWidth * (bins.length - 1)).toFixed(0)}`}</span>
      </figcaption>
    </figure>
  )
}
