import { FormGroup, NumericInput } from '@blueprintjs/core'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PictureRegion } from '#core/domain/picture-region.ts'

/** Greatest height of the picture, in percent of the window's. */
const PICTURE_VH = 28
/** Least side, as a share of the picture. */
const LEAST = 0.02

interface Props {
  /** What to mark. */
  text: string
  /** Address of a picture of the video. */
  picture: string
  /** Width of the picture over its height. */
  aspect: number
  value: PictureRegion
  onChange: (value: PictureRegion) => void
}

/** A part of the picture: drawn over it with the pointer, or typed as percents. */
export function RegionField({ text, picture, aspect, value, onChange }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const area = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number }>(undefined)
  const placeOf = (event: PointerEvent): { x: number; y: number } => {
    const box = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: clamped((event.clientX - box.left) / box.width), y: clamped((event.clientY - box.top) / box.height) }
  }
  const draw = (event: PointerEvent): void => {
    if (!from.current) return
    const to = placeOf(event)
    const width = Math.abs(to.x - from.current.x)
    const height = Math.abs(to.y - from.current.y)
    if (width < LEAST || height < LEAST) return
    onChange({ x: Math.min(to.x, from.current.x), y: Math.min(to.y, from.current.y), width, height })
  }
  const begin = (event: PointerEvent): void => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = placeOf(event)
  }
  const end = (): void => {
    from.current = undefined
  }
  const percent = (share: number): string => `${share * 100}%`
  return (
    <>
      <p className="muted">{text}</p>
      <div
        ref={area}
        className="region-area"
        style={{
          aspectRatio: aspect,
          width: `min(100%, ${PICTURE_VH * aspect}vh)`,
          backgroundImage: picture === '' ? undefined : `url(${JSON.stringify(picture)})`,
        }}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <div
          className="region-frame"
          style={{
            left: percent(value.x),
            top: percent(value.y),
            width: percent(value.width),
            height: percent(value.height),
          }}
        />
      </div>
      <div className="region-numbers">
        {sides.map(({ side, label }) => (
          <FormGroup key={side} label={t(label)} labelFor={`region-${side}`}>
            <NumericInput
              id={`region-${side}`}
              value={Math.round(value[side] * 1000) / 10}
              min={0}
              max={100}
              stepSize={1}
              minorStepSize={0.1}
              fill
              rightElement={<span className="region-unit">{t('percent')}</span>}
              onValueChange={(number) => {
                if (!Number.isNaN(number)) onChange(withSide(value, side, number / 100))
              }}
            />
          </FormGroup>
        ))}
      </div>
    </>
  )
}

const sides = [
  { side: 'x', label: 'region_left' },
  { side: 'y', label: 'region_top' },
  { side: 'width', label: 'region_width' },
  { side: 'height', label: 'region_height' },
] as const

function clamped(share: number): number {
  return Math.max(0, Math.min(1, share))
}

/** The region with one number changed; the others give way, so that it stays within the picture. */
function withSide(region: PictureRegion, side: keyof PictureRegion, share: number): PictureRegion {
  const next = { ...region, [side]: clamped(share) }
  const x = Math.min(next.x, 1 - LEAST)
  const y = Math.min(next.y, 1 - LEAST)
  const width = Math.max(LEAST, Math.min(next.width, 1 - x))
  const height = Math.max(LEAST, Math.min(next.height, 1 - y))
  return { x, y, width, height }
}
