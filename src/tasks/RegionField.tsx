import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import {
  dragRegion,
  moveRegion,
  type PicturePlace,
  regionHandles,
  type RegionPart,
  sizeRegion,
  withRegionSide,
} from '#core/domain/region-drag.ts'
import { Switch } from '#src/ui/Checkbox.ts'
import { formatLength } from '#src/ui/format.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { Slider } from '#src/ui/Slider.ts'

/** Largest height of the picture, in percent of the window's. */
const PICTURE_VH = 38
/** Step of an arrow key, as a share of the picture; finer with Alt. */
const STEP = 0.01
const FINE_STEP = 0.002

interface Props {
  /** What is marked. */
  text: string
  /** The video with the frames. */
  video: Video
  /** Aspect ratio of the picture. */
  aspect: number
  value: PictureRegion
  onChange: (value: PictureRegion) => void
  /** Whether the frame's content is erased, and can be previewed. */
  mask?: boolean
}

/** A region of the picture: drawn over a frame, adjusted by keys, or typed as percentages. */
export function RegionField({ text, video, aspect, value, onChange, mask = false }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [atMs, setAt] = useState(0)
  const [isMasked, setMasked] = useState(false)
  const { duration_ms } = video.video_info
  return (
    <>
      <p className="muted">{text}</p>
      <RegionArea video={video} aspect={aspect} atMs={atMs} value={value} isMasked={isMasked} onChange={onChange} />
      <p className="muted region-hint">{t('region_hint')}</p>
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
                if (!Number.isNaN(number)) onChange(withRegionSide(value, side, number / 100))
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

/** A drag's start: part, region and position. */
interface Begun {
  readonly region: PictureRegion
  readonly part: RegionPart
  readonly from: PicturePlace
}

/** A frame with the region over it: drag inside to move, edges to resize, outside to draw. */
function RegionArea({ video, aspect, atMs, value, isMasked, onChange }: AreaProps): ReactNode {
  const { t } = useTranslation('tasks')
  const area = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const begun = useRef<Begun>(undefined)
  const placeOf = (event: PointerEvent): PicturePlace => {
    const box = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    begun.current = { region: value, part: partAt(event.target), from: placeOf(event) }
    // Keys continue from the pointer's result.
    frame.current?.focus()
  }
  const drag = (event: PointerEvent): void => {
    if (!begun.current) return
    const { region, part, from } = begun.current
    onChange(dragRegion(region, part, from, placeOf(event)))
  }
  const end = (): void => {
    begun.current = undefined
  }
  const cancel = (): void => {
    if (begun.current) onChange(begun.current.region)
    end()
  }
  const byKey = (event: KeyboardEvent): void => {
    const next = changedBy(value, event)
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
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={cancel}
    >
      {atMs > 0 && <Frame address={video.proxy_url} atMs={atMs} />}
      <div
        ref={frame}
        className={isMasked ? 'region-frame region-mask' : 'region-frame'}
        role="group"
        tabIndex={0}
        aria-label={t('region_keys')}
        data-part="body"
        onKeyDown={byKey}
        style={{
          left: percent(value.x),
          top: percent(value.y),
          width: percent(value.width),
          height: percent(value.height),
        }}
      >
        {regionHandles.map((handle) => (
          <span key={handle} className="region-handle" data-part={handle} aria-hidden />
        ))}
      </div>
    </div>
  )
}

const parts: readonly RegionPart[] = ['body', ...regionHandles]

/** The region's part under the pointer. */
function partAt(target: EventTarget): RegionPart {
  const held = target instanceof HTMLElement ? target.dataset['part'] : undefined
  return parts.find((part) => part === held) ?? 'none'
}

/** A video's picture at a time. */
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

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The region moved by an arrow key, or resized with Shift; undefined for other keys. */
function changedBy(region: PictureRegion, { key, shiftKey, altKey }: KeyboardEvent): PictureRegion | undefined {
  const arrow = arrows[key]
  if (!arrow) return undefined
  const step = altKey ? FINE_STEP : STEP
  const way = { x: arrow[0] * step, y: arrow[1] * step }
  return shiftKey ? sizeRegion(region, 'se', way) : moveRegion(region, way)
}
