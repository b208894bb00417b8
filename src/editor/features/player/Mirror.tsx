import { type CSSProperties, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { PlayerSubtitles } from './PlayerSubtitles.tsx'
import { useEditor } from '../../context/use-editor.ts'
import { copyFrames } from './copy-frames.ts'
import { styleOf } from '../style/version-style.ts'
import { windowsOf } from './player-windows.ts'

/**
 * A window for a second screen with the same picture and subtitles: the same frames on the same clock, without sound.
 */
export function Mirror(): ReactNode {
  const editor = useEditor()
  const windows = windowsOf(editor)
  const { mirror } = useSyncExternalStore(windows.subscribe, windows.state)
  return mirror ? createPortal(<MirrorPicture />, mirror.document.body) : null
}

function MirrorPicture(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { playhead, media } = editor
  const windows = windowsOf(editor)
  const style = styleOf(editor)
  const video = useSyncExternalStore(windows.subscribe, windows.video)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (video && canvas.current) return copyFrames(video, canvas.current, playhead)
  }, [video, playhead])
  useEffect(() => {
    const other = canvas.current?.ownerDocument
    if (other) other.title = t('mirror_title', { name: media.name })
  }, [media, t])
  useEffect(() => {
    const screen = canvas.current?.ownerDocument.defaultView
    if (screen) return playhead.goBy(screen)
  }, [playhead])
  const { width, height } = style.look
  const shape = { '--picture-ratio': width / height } as CSSProperties
  // Full screen, to hide the frame of the window.
  const fill = (): void => void canvas.current?.ownerDocument.documentElement.requestFullscreen().catch(() => undefined)
  return (
    <div className="player-host player-mirror" onDoubleClick={fill}>
      <div className="player" style={shape}>
        <div className="player-picture">
          <canvas ref={canvas} className="player-canvas" data-testid="mirror-picture" />
          <PlayerSubtitles />
        </div>
      </div>
    </div>
  )
}
