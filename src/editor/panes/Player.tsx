import './Player.css'
import { Callout } from '@blueprintjs/core'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { plainText } from '#core/subtitle/markup.ts'
import { clamp } from '#core/timing/rules.ts'
import { stored } from '#src/ui/stored.ts'
import { useEditor } from '../use-editor.ts'
import { cuesAt } from '../timeline/visible.ts'

/** The video with the subtitle over it. */
export function Player({ src }: { src: string | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const { playhead } = useEditor()
  const [broken, setBroken] = useState<string>()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => (video.current ? playhead.attach(video.current) : undefined), [playhead, src])
  return (
    <div className="player" data-tour="player">
      {src && (
        <video
          ref={video}
          src={src}
          playsInline
          preload="auto"
          onError={() => setBroken(src)}
          onClick={() => playhead.toggle()}
          data-testid="video"
        />
      )}
      <Subtitle />
      {src && broken === src && (
        <Callout intent="warning" className="player-broken">
          {t('video_broken')}
        </Callout>
      )}
      {!src && <p className="player-none muted">{t('no_video')}</p>}
    </div>
  )
}

/** Where the subtitle stands, as a share of the player's height from its foot. Kept in this browser. */
const USUAL = 0.08
const HIGHEST = 0.9
const KEY_STEP = 0.02
const heightSetting = stored('cuelane-subtitle-height', z.number().check(z.minimum(0), z.maximum(HIGHEST)), USUAL)

/**
 * The line that is on screen. Written straight to the page: it is looked up at every frame. It can be dragged up and
 * down, out of the way of what the picture shows.
 */
function Subtitle(): ReactNode {
  const { t } = useTranslation('editor')
  const { session, playhead } = useEditor()
  const text = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(() => heightSetting.get())
  const drag = useRef<{ y: number; height: number }>(undefined)
  const { list } = useSnapshot(session.cells)
  useEffect(
    () =>
      playhead.on((ms) => {
        const shown = cuesAt(list as CueList, ms)
          .map((cue) => plainText(cue.text))
          .join('\n')
        const element = text.current
        if (!element || element.textContent === shown) return
        element.textContent = shown
        element.hidden = shown === ''
      }),
    [list, playhead],
  )
  const place = (wanted: number): void => {
    const next = clamp(wanted, 0, HIGHEST)
    setHeight(next)
    heightSetting.set(next)
  }
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { y: event.clientY, height }
  }
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const whole = event.currentTarget.parentElement?.clientHeight
    if (drag.current && whole) place(drag.current.height + (drag.current.y - event.clientY) / whole)
  }
  const end = (): void => {
    drag.current = undefined
  }
  return (
    <div
      ref={text}
      className="subtitle"
      style={{ bottom: `${height * 100}%` }}
      data-testid="overlay-subtitle"
      role="slider"
      aria-label={t('subtitle_height')}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={90}
      aria-valuenow={Math.round(height * 100)}
      tabIndex={0}
      hidden
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => place(USUAL)}
      onKeyDown={(event) => {
        const by = event.shiftKey || event.altKey ? 0 : { ArrowUp: KEY_STEP, ArrowDown: -KEY_STEP }[event.key]
        if (!by) return
        event.preventDefault()
        place(height + by)
      }}
    />
  )
}
