import { FormGroup, Slider, Switch } from '@blueprintjs/core'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import { formatLength } from '#src/ui/format.ts'
import { NumberInput } from '#src/ui/NumberInput.tsx'

/** Greatest height of the picture, in percent of the window's. */
const PICTURE_VH = 38
/** Least side, as a share of the picture. */
const LEAST = 0.02
/** A press of an arrow key, as a share of the picture; with Alt a finer one. */
const STEP = 0.01
const FINE_STEP = 0.002

interface Props {
  /** What to mark. */
  text: string
  /** The video whose frames it is drawn on. */
  video: Video
  /** Width of the picture over its height. */
  aspect: number
  value: PictureRegion
  onChange: (value: PictureRegion) => void
  /** Whether what the frame covers goes, and can be shown as it will be taken for the task. */
  mask?: boolean
}

/** A part of the picture: drawn over a frame with the pointer, moved and sized by keys, or typed as percents. */
export function RegionField({ text, video, aspect, value, onChange, mask = false }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [atMs, setAt] = useState(0)
  const [isMasked, setMasked] = useState(false)
  const { duration_ms } = video.video_info
  return (
    <>
      <p className="muted">{text}</p>
      <RegionArea video={video} aspect={aspect} atMs={atMs} value={value} isMasked={isMasked} onChange={onChange} />
      {video.proxy_url !== '' && (
        <div className="region-time">
          <Slider
            min={0}
            max={Math.max(1, duration_ms)}
            stepSize={40}
            labelRenderer={false}
            value={atMs}
            onChange={setAt}
            handleHtmlProps={{ 'aria-label': t('region_frame') }}
          />
          <span className="muted">{t('region_at', { time: formatLength(atMs) })}</span>
        </div>
      )}
      {mask && (
        <Switch
          checked={isMasked}
          label={t('region_mask')}
          onChange={({ currentTarget }) => setMasked(currentTarget.checked)}
        />
      )}
      <div className="region-numbers">
        {sides.map(({ side, label }) => (
          <FormGroup key={side} label={t(label)} labelFor={`region-${side}`}>
            <NumberInput
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

interface AreaProps extends Pick<Props, 'video' | 'aspect' | 'value' | 'onChange'> {
  atMs: number
  isMasked: boolean
}

/** The frame of the video and the region over it. */
function RegionArea({ video, aspect, atMs, value, isMasked, onChange }: AreaProps): ReactNode {
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
  const byKey = (event: KeyboardEvent): void => {
    const next = movedBy(value, event)
    if (!next) return
    event.preventDefault()
    onChange(next)
  }
  const percent = (share: number): string => `${share * 100}%`
  return (
    <div
      ref={area}
      className="region-area"
      style={{
        aspectRatio: aspect,
        width: `min(100%, ${PICTURE_VH * aspect}vh)`,
        backgroundImage: video.video_cover === '' ? undefined : `url(${JSON.stringify(video.video_cover)})`,
      }}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {atMs > 0 && <Frame address={video.proxy_url} atMs={atMs} />}
      <div
        className={isMasked ? 'region-frame region-mask' : 'region-frame'}
        role="group"
        tabIndex={0}
        aria-label={t('region_keys')}
        onKeyDown={byKey}
        style={{
          left: percent(value.x),
          top: percent(value.y),
          width: percent(value.width),
          height: percent(value.height),
        }}
      />
    </div>
  )
}

/** The picture of a video at a time. */
function Frame({ address, atMs }: { address: string; atMs: number }): ReactNode {
  const seek = (element: HTMLVideoElement | null): void => {
    if (element) element.currentTime = atMs / 1000
  }
  return <video ref={seek} src={address} muted playsInline preload="auto" className="region-video" aria-hidden />
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

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The region moved by an arrow key, with Shift another size; undefined for other keys. */
function movedBy(region: PictureRegion, { key, shiftKey, altKey }: KeyboardEvent): PictureRegion | undefined {
  const way = arrows[key]
  if (!way) return undefined
  const step = altKey ? FINE_STEP : STEP
  const [dx, dy] = [way[0] * step, way[1] * step]
  if (shiftKey) {
    const width = Math.max(LEAST, Math.min(1 - region.x, region.width + dx))
    return { ...region, width, height: Math.max(LEAST, Math.min(1 - region.y, region.height + dy)) }
  }
  const x = Math.max(0, Math.min(1 - region.width, region.x + dx))
  return { ...region, x, y: Math.max(0, Math.min(1 - region.height, region.y + dy)) }
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
