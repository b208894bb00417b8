import { type PointerEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { burnStyleRanges } from '#core/subtitle/burn-style.ts'
import { clamp } from '#core/timing/rules.ts'
import type { DrawnBox } from '#src/media/subtitle-picture.ts'
import { useEditor } from '../use-editor.ts'
import { SubtitleLayer } from '../style/subtitle-layer.ts'

const KEY_STEP = 2

/** The subtitles in the picture, drawn as they are delivered, and their words for those who can not see them. */
export function PlayerSubtitles(): ReactNode {
  const editor = useEditor()
  const holder = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const drawn = useRef<SubtitleLayer>(undefined)
  const { own } = useSyncExternalStore(editor.windows.subscribe, editor.windows.state)
  const [isPlain, setPlain] = useState(false)
  useEffect(() => {
    const parent = holder.current
    if (!parent) return
    const canvas = parent.ownerDocument.createElement('canvas')
    canvas.className = 'player-canvas'
    canvas.dataset['testid'] = 'subtitle-canvas'
    parent.append(canvas)
    let drawnAt: DrawnBox | undefined
    let placedAt: DrawnBox | undefined
    const place = (): void => {
      const element = words.current
      if (!element || !drawnAt || (placedAt && isSameBox(drawnAt, placedAt))) return
      placedAt = drawnAt
      placeAt(element, drawnAt)
    }
    const reach = reachOf(parent)
    const stopPlacing = reach.onReached(place)
    const layer = new SubtitleLayer(editor, canvas, {
      onText: (text) => {
        const element = words.current
        if (!element) return
        element.textContent = text
        element.hidden = text === ''
      },
      onBox: (box) => {
        const element = words.current
        canvas.dataset['drawn'] = box ? 'text' : 'nothing'
        if (!element || !box) return
        drawnAt = box
        if (!placedAt || reach.isReached()) place()
      },
      onFailure: () => setPlain(true),
    })
    drawn.current = layer
    const stop = layer.start()
    return () => {
      stop()
      stopPlacing()
      canvas.remove()
    }
  }, [editor])
  // Sizes are told by the window that the picture is in, and so is how fine its screen is.
  useEffect(() => {
    const place = holder.current
    const screen = place?.ownerDocument.defaultView
    if (!place || !screen) return
    const sizes = new screen.ResizeObserver(([entry]) => entry && drawn.current?.resize(devicePixels(entry, screen)))
    sizes.observe(place)
    return () => sizes.disconnect()
  }, [editor, own])
  return (
    <div ref={holder} className={isPlain ? 'player-subtitles player-plain' : 'player-subtitles'}>
      <SubtitleHandle element={words} />
    </div>
  )
}

/**
 * Whether the user can take hold of the words now, and when they come to be able to. To place them again for nobody would
 * cost each change of the text a frame. A finger is there before anything tells of it.
 */
function reachOf(words: HTMLElement): { isReached: () => boolean; onReached: (place: () => void) => () => void } {
  const player = words.closest('.player') ?? words
  const hasTouch = matchMedia('(any-pointer: coarse)').matches
  return {
    isReached: () => hasTouch || player.matches(':hover, :focus-within'),
    onReached: (place) => {
      player.addEventListener('pointerenter', place)
      player.addEventListener('focusin', place)
      return () => {
        player.removeEventListener('pointerenter', place)
        player.removeEventListener('focusin', place)
      }
    },
  }
}

const isSameBox = (a: DrawnBox, b: DrawnBox): boolean =>
  a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height

function placeAt({ classList, style }: HTMLElement, { left, top, width, height }: DrawnBox): void {
  classList.add('subtitle-placed')
  style.inset = `${top * 100}% auto auto ${left * 100}%`
  style.width = `${width * 100}%`
  style.height = `${height * 100}%`
}

function devicePixels(
  { contentRect }: ResizeObserverEntry,
  { devicePixelRatio: density }: Window,
): { width: number; height: number } {
  return { width: Math.round(contentRect.width * density), height: Math.round(contentRect.height * density) }
}

/** The place of the words: it is dragged up and down, which sets the style's room to the picture's edge. */
function SubtitleHandle({ element }: { element: React.RefObject<HTMLDivElement | null> }): ReactNode {
  const { t } = useTranslation('editor')
  const { style } = useEditor()
  const { margin, align } = useSnapshot(style.cells).style
  const drag = useRef<{ y: number; margin: number }>(undefined)
  // In the middle of the picture there is no edge to keep off from; a file's own styles are not ours to change.
  const isFixed = style.fileStyles !== undefined || (align >= 4 && align <= 6)
  const upwards = align < 4 ? 1 : -1
  const place = (percent: number): void => {
    const { min, max, step } = burnStyleRanges.marginY
    style.change({ margin: { x: margin.x, y: clamp(Math.round(percent / step) * step, min, max) } })
  }
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (isFixed) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { y: event.clientY, margin: margin.y }
  }
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const whole = event.currentTarget.parentElement?.clientHeight
    const { current } = drag
    if (current && whole) place(current.margin + ((current.y - event.clientY) / whole) * 100 * upwards)
  }
  const end = (): void => {
    drag.current = undefined
  }
  return (
    <div
      ref={element}
      className={isFixed ? 'subtitle' : 'subtitle subtitle-movable'}
      data-testid="overlay-subtitle"
      role="slider"
      aria-label={t('subtitle_height')}
      aria-orientation="vertical"
      aria-valuemin={burnStyleRanges.marginY.min}
      aria-valuemax={burnStyleRanges.marginY.max}
      aria-valuenow={margin.y}
      aria-disabled={isFixed}
      tabIndex={0}
      hidden
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        const by = event.shiftKey || event.altKey ? 0 : { ArrowUp: KEY_STEP, ArrowDown: -KEY_STEP }[event.key]
        if (!by || isFixed) return
        event.preventDefault()
        place(margin.y + by * upwards)
      }}
    />
  )
}
