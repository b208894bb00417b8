import './Player.css'
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { VolumeUp } from '#src/ui/icons.ts'
import { reopenVideo } from '#src/ui/reopen-video.ts'
import { PlayerBar } from './PlayerBar.tsx'
import { useEditor } from '../../context/use-editor.ts'
import { PlayerSubtitles } from './PlayerSubtitles.tsx'
import { edgesOf } from '../timeline/edge-preview.ts'
import { styleOf } from '../style/version-style.ts'
import { playerSoundOf } from '../sound/player-sound.ts'
import { scrubOf } from '../sound/scrub-sound.ts'
import { windowsOf } from './player-windows.ts'

/** The player's pane, with `children` below it; while the player is in a separate window, a way back. */
export function PlayerPane({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { panels } = editor
  const windows = windowsOf(editor)
  const { side } = useSnapshot(panels)
  const { own } = useSyncExternalStore(windows.subscribe, windows.state)
  const isBeside = useSnapshot(panels).playerPlace === 'right'
  const className = ['player-pane', isBeside && 'player-pane-beside', side && isBeside && 'player-pane-over-side']
  const dock = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (dock.current ? windows.dock(dock.current) : undefined), [windows])
  return (
    <div className={className.filter(Boolean).join(' ')} data-tour="player">
      <div ref={dock} className="player-dock" />
      {own && (
        <div className="player-away">
          <p className="muted">{t('player_away')}</p>
          <Button text={t('player_back')} onClick={() => void windows.toggleOwnWindow()} />
        </div>
      )}
      {isBeside && <div className="player-rest">{children}</div>}
    </div>
  )
}

/** The video with its subtitles as delivered, in the element that moves between places. */
export function Player({ src }: { src: string | undefined }): ReactNode {
  const editor = useEditor()
  const { playhead, dialogs } = editor
  const windows = windowsOf(editor)
  const scrub = scrubOf(editor)
  const edges = edgesOf(editor)
  const { own } = useSyncExternalStore(windows.subscribe, windows.state)
  useEffect(() => {
    // A second window would stay open empty.
    const leave = (): void => windows.close()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
      scrub.close()
      edges.forget()
    }
  }, [windows, scrub, edges])
  useEffect(() => playhead.changeScreen(), [playhead, own])
  useEffect(() => dialogs.onOpen(() => void windows.leaveFullScreen()), [dialogs, windows])
  return createPortal(
    <>
      <Screen src={src} />
      <PlayerBar hasVideo={src !== undefined} />
    </>,
    windows.host,
  )
}

function Screen({ src }: { src: string | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { playhead, media } = editor
  const sound = playerSoundOf(editor)
  const style = styleOf(editor)
  const windows = windowsOf(editor)
  const { hasSafeAreas } = useSnapshot(style.cells)
  const { width, height } = style.look
  const [broken, setBroken] = useState<string>()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const stops = [
      playhead.attach(element),
      sound.attach(element),
      windows.show(element),
      reopenVideo(element, () => setBroken(src)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [playhead, sound, windows, src])
  const shape = { '--picture-ratio': width / height } as CSSProperties
  return (
    <div className={src && !media.hasPicture ? 'player player-heard' : 'player'} style={shape}>
      {src && (
        <video ref={video} src={src} playsInline preload="auto" onClick={() => playhead.toggle()} data-testid="video" />
      )}
      {src && !media.hasPicture && <VolumeUp size={40} className="player-heard-mark" aria-hidden />}
      <div className="player-picture">
        <PlayerSubtitles />
        {hasSafeAreas && <SafeAreas />}
      </div>
      {src && broken === src && (
        <Callout intent="warning" className="player-broken">
          {t('video_broken')}
        </Callout>
      )}
      {!src && <p className="player-none muted">{t('no_video')}</p>}
    </div>
  )
}

/** Safe areas that every screen shows: 93 % for action, 90 % for titles (EBU R 95). */
function SafeAreas(): ReactNode {
  return (
    <div className="safe-areas" aria-hidden data-testid="safe-areas">
      <div className="safe-action" />
      <div className="safe-title" />
    </div>
  )
}
