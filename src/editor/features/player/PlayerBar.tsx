import './PlayerBar.css'
import { type JSX, type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { IconButton } from '#src/ui/IconButton.tsx'
import {
  Application,
  Desktop,
  LayoutTwoRows,
  Maximize,
  Media,
  Minimize,
  Pulse,
  StepBackward,
  StepForward,
  Style,
  VolumeDown,
  VolumeOff,
  VolumeUp,
} from '#src/ui/icons.ts'
import { Clock, PlayButton } from '../timeline/TimelineBar.tsx'
import type { ActionId } from '../../keys/action-ids.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { useEditor } from '../../context/use-editor.ts'
import { playerSoundOf } from '../sound/player-sound.ts'
import { scrubOf } from '../sound/scrub-sound.ts'
import { windowsOf } from './player-windows.ts'
import { edgesOf } from '../timeline/edge-preview.ts'

/** Controls of the player: sound and place, and playback while it is away from the timeline. */
export function PlayerBar({ hasVideo }: { hasVideo: boolean }): ReactNode {
  const editor = useEditor()
  const { panels } = editor
  const windows = windowsOf(editor)
  const { side, playerPlace } = useSnapshot(panels)
  const { own, mirror, isFullScreen } = useSyncExternalStore(windows.subscribe, windows.state)
  const isAway = own !== undefined || isFullScreen
  return (
    <div className="player-bar" data-testid="player-bar">
      {isAway && <Transport />}
      {hasVideo && <Sound />}
      {hasVideo && !isAway && <Switches />}
      <span className="player-bar-gap" />
      {!isAway && <Tool id="style_pane" icon={<Style />} isOn={side === 'style'} />}
      {!isAway && <Tool id="player_place" icon={<LayoutTwoRows />} isOn={playerPlace === 'top'} />}
      {hasVideo && <Tool id="mirror" icon={<Desktop />} isOn={mirror !== undefined} />}
      {hasVideo && windows.hasOwnWindows && <Tool id="own_window" icon={<Application />} isOn={own !== undefined} />}
      {hasVideo && !own && <Tool id="full_screen" icon={isFullScreen ? <Minimize /> : <Maximize />} />}
    </div>
  )
}

/** Switches for what accompanies a drag on the timeline. */
function Switches(): ReactNode {
  const editor = useEditor()
  const { media } = editor
  const scrub = scrubOf(editor)
  const edges = edgesOf(editor)
  const { isOn } = useSnapshot(edges.cells)
  return (
    <span className="player-switches">
      <Tool id="scrub_sound" icon={<Pulse />} isOn={useSnapshot(scrub.cells).isOn} />
      {media.hasPicture && <Tool id="edge_frames" icon={<Media />} isOn={isOn} />}
    </span>
  )
}

function Transport(): ReactNode {
  return (
    <>
      <PlayButton />
      <Tool id="frame_back" icon={<StepBackward />} />
      <Tool id="frame_forward" icon={<StepForward />} />
      <Clock />
    </>
  )
}

/** An action as a button, with its key in the tip; a switch shows its state. */
function Tool({ id, icon, isOn }: { id: ActionId; icon: JSX.Element; isOn?: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  // A focused button would take Space.
  return (
    <IconButton
      size="small"
      icon={icon}
      {...(isOn !== undefined && { pressed: isOn })}
      label={t(`action_${id}`)}
      keyName={keyName(id)}
      keepsFocus
      onClick={() => void editor.run(id)}
    />
  )
}

const LOUD = 0.5

function Sound(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const sound = playerSoundOf(editor)
  const keyName = useKeyName()
  const { volume, isMuted } = useSnapshot(sound.cells)
  const loudness = isMuted ? 0 : volume
  const icon = loudness === 0 ? <VolumeOff /> : loudness < LOUD ? <VolumeDown /> : <VolumeUp />
  return (
    <>
      <Tool id="mute" icon={icon} isOn={loudness === 0} />
      <input
        type="range"
        className="player-volume"
        aria-label={t('volume')}
        data-tip={t('volume')}
        data-tip-key={[keyName('volume_down'), keyName('volume_up')].filter(Boolean).join(', ') || undefined}
        min={0}
        max={100}
        value={Math.round(loudness * 100)}
        style={{ '--share': loudness } as React.CSSProperties}
        onChange={(event) => {
          sound.cells.isMuted = false
          sound.setVolume(event.currentTarget.valueAsNumber / 100)
        }}
        // Keys remain those of the timeline.
        onPointerUp={(event) => event.currentTarget.blur()}
      />
    </>
  )
}
