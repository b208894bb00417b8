import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { EraseMask } from '#core/domain/erase-mask-schema.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import { isErased } from '#core/media/erase/mask.ts'
import { type BrushStroke, isShownAt, type Look, type LookedText } from './mask-edits.ts'

/** Act of a press on the picture: toggles a text, draws a box, or paints. */
export const maskTools = ['choose', 'box', 'brush'] as const
export type MaskTool = (typeof maskTools)[number]

/** Brush width as a share of the picture's height. */
const BRUSH = 0.05
/** A smaller box counts as a click. */
const LEAST = 0.01
/** Height of the picture in percent of the window's. */
const PICTURE_VH = 52

interface Props {
  video: Video
  look: Look
  mask: EraseMask
  atMs: number
  tool: MaskTool
  onText: (text: LookedText) => void
  onBox: (region: PictureRegion) => void
  onBrush: (stroke: BrushStroke) => void
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A frame with its mask; drawing adds a region. */
export function MaskStage({ video, look, mask, atMs, tool, onText, onBox, onBrush }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const area = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<readonly Point[]>([])
  const { width, height } = video.video_info
  const aspect = width / height
  const placeOf = (event: PointerEvent): Point => {
    const box = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: within((event.clientX - box.left) / box.width), y: within((event.clientY - box.top) / box.height) }
  }
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0 || tool === 'choose') return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrawn([placeOf(event)])
  }
  const move = (event: PointerEvent): void => {
    if (drawn.length > 0) setDrawn([...drawn, placeOf(event)])
  }
  const end = (): void => {
    const region = boxAround(drawn)
    if (tool === 'brush' && drawn.length > 0) onBrush({ width: BRUSH, points: [...drawn] })
    else if (tool === 'box' && region && region.width >= LEAST && region.height >= LEAST) onBox(region)
    setDrawn([])
  }
  const region = tool === 'box' ? boxAround(drawn) : undefined
  return (
    <div
      ref={area}
      className="mask-stage"
      data-tool={tool}
      style={{ aspectRatio: aspect, width: `min(100%, ${PICTURE_VH * aspect}vh)` }}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrawn([])}
    >
      <Frame address={video.proxy_url} atMs={atMs} />
      {look.texts
        .filter((text) => isShownAt(text, atMs))
        .map((text) => (
          <button
            key={text.id}
            type="button"
            className="mask-text"
            aria-pressed={isErased(text, mask)}
            disabled={tool !== 'choose'}
            aria-label={text.reading?.text ?? t(`mask_verdict_${text.verdict}`)}
            style={styleOf(text.region)}
            onClick={() => onText(text)}
          />
        ))}
      <Strokes look={look} mask={mask} atMs={atMs} />
      <svg className="mask-places" viewBox={`0 0 ${aspect} 1`} preserveAspectRatio="none" aria-hidden>
        {mask.places
          .filter((place) => isShownAt(place, atMs))
          .map(({ region: box, strokes }, at) =>
            strokes ? (
              strokes.map((stroke, index) => <BrushLine key={`${at}-${index}`} stroke={stroke} aspect={aspect} />)
            ) : (
              <rect key={at} x={box.x * aspect} y={box.y} width={box.width * aspect} height={box.height} />
            ),
          )}
        {tool === 'brush' && drawn.length > 0 && (
          <BrushLine stroke={{ width: BRUSH, points: [...drawn] }} aspect={aspect} />
        )}
        {region && <rect x={region.x * aspect} y={region.y} width={region.width * aspect} height={region.height} />}
      </svg>
    </div>
  )
}

/** The mask's strokes, on frames that have them. */
function Strokes({ look, mask, atMs }: Pick<Props, 'look' | 'mask' | 'atMs'>): ReactNode {
  const shown = new Set(look.texts.filter((text) => isShownAt(text, atMs) && isErased(text, mask)).map(({ id }) => id))
  const masks = look.stills.flatMap((still) => still.masks.filter(({ id }) => shown.has(id)))
  return masks.map(({ id, region, url }) => (
    <span
      key={id}
      className="mask-strokes"
      aria-hidden
      style={{ ...styleOf(region), '--strokes': `url(${JSON.stringify(url)})` } as CSSProperties}
    />
  ))
}

function BrushLine({ stroke, aspect }: { stroke: BrushStroke; aspect: number }): ReactNode {
  const points = stroke.points.map(({ x, y }) => `${x * aspect},${y}`).join(' ')
  // A single point has no line.
  const dot = stroke.points.length === 1 ? ` ${points}` : ''
  return <polyline points={points + dot} strokeWidth={stroke.width} />
}

/** A video's picture at a time. */
function Frame({ address, atMs }: { address: string; atMs: number }): ReactNode {
  const seek = (element: HTMLVideoElement | null): void => {
    if (element) element.currentTime = atMs / 1000
  }
  return <video ref={seek} src={address} muted playsInline preload="auto" className="region-video" aria-hidden />
}

const within = (share: number): number => Math.max(0, Math.min(1, share))

function boxAround(points: readonly Point[]): PictureRegion | undefined {
  const [from, to] = [points[0], points.at(-1)]
  if (!from || !to) return undefined
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
  return { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) }
}

function styleOf({ x, y, width, height }: PictureRegion): CSSProperties {
  const percent = (share: number): string => `${share * 100}%`
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) }
}
