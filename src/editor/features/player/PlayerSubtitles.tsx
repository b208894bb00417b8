import { type PointerEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { burnStyleRanges } from '#core/subtitle/burn/burn-style.ts'
import { clamp } from '#core/timing/rules.ts'
import type { DrawnBox } from '#src/media/subtitle-picture.ts'
import { useEditor } from '../../context/use-editor.ts'
import { SubtitleLayer } from '../style/subtitle-layer.ts'
import { styleOf } from '../style/version-style.ts'
import { windowsOf } from './player-windows.ts'

const KEY_STEP = 2

/** Subtitles drawn in the picture as delivered, with their words for screen readers. */
export function PlayerSubtitles(): ReactNode {
  const editor = useEditor()
  const holder = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const drawn = useRef<SubtitleLayer>(undefined)
  const { own } = useSyncExternalStore(windowsOf(editor).subscribe, windowsOf(editor).state)
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
  // Sizes and pixel density come from the window that shows the picture.
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
 * Whether the user can reach the words, and when that starts: placing them otherwise would cost a frame per change. A
 * finger arrives without an earlier event.
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

/** Handle of the words: dragging it up or down sets the style's margin. */
function SubtitleHandle({ element }: { element: React.RefObject<HTMLDivElement | null> }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const style = styleOf(editor)
  const { margin, align } = useSnapshot(style.cells).style
  const drag = useRef<{ y: number; margin: number }>(undefined)
  // Words in the middle have no margin to an edge, and the editor does not change a file's styles.
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
