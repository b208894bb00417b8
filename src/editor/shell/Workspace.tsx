import { type ReactNode, startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useSnapshot } from 'valtio'
import { editorLimits, playerWidth } from '#core/domain/limits.ts'
import { later } from '#src/ui/later.tsx'
import { textStorage } from '#src/ui/stored.ts'
import { type Editor } from '../context/editor.ts'
import { isUnderPlayer } from '../context/panels.ts'
import { EditorContext, useEditor } from '../context/use-editor.ts'
import { keepForOffline } from './offline.ts'
import { keymapOf } from '../keys/keymap.ts'
import { listenElsewhere, listenToKeys } from './listen.ts'
import { keys } from '../keys/stored-keys.ts'
import { keepKeyboard } from '../keys/tools.ts'
import { FindBar } from '../features/find/FindBar.tsx'
import { memoryOf } from '../features/memory/memory.ts'
import { followMacros } from '../features/macros/macros.ts'
import { Mirror } from '../features/player/Mirror.tsx'
import { Player, PlayerPane } from '../features/player/Player.tsx'
import { followProfiles } from '../context/own-profiles.ts'
import { SubtitleImport } from '../features/import/SubtitleImport.tsx'
import { Rows } from '../features/lines/Rows.tsx'
import { fetchPanes, SidePanel, TextPane, UnderPlayer } from './SidePanel.tsx'
import { TimelinePane } from '../features/timeline/TimelinePane.tsx'
import { TopBar } from './TopBar.tsx'
import { VideoList } from '../features/versions/VideoList.tsx'
import type { Playback } from '../media/editor-media.ts'
import { caretOf } from '../parts/caret.ts'
import { peopleOf } from '../features/people/people.ts'
import { qualityOf } from '../features/quality/quality.ts'
import { windowsOf } from '../features/player/player-windows.ts'
import { readingsOf } from '../features/people/readings.ts'

/** Overlays load after the editor is drawn. */
const Overlays = later(async () => (await import('./Overlays.tsx')).Overlays)

interface Props {
  editor: Editor
  playback: Playback
  /** Actions on the video. */
  menu?: ReactNode
  /** Called when the user leaves, with the text saved; left out if there is no page to return to. */
  onLeave?: () => void
  /** For an editor inside a page: only keys of that area are the editor's, and the tour is off. */
  embedded?: { readonly area: HTMLElement; readonly bar: ReactNode } | undefined
}

/** The editor: list of videos, cues, player, timeline, and the dialogs above them. */
export function Workspace({ editor, playback, menu, onLeave = stay, embedded }: Props): ReactNode {
  useEditorEffects(editor, embedded?.area)
  const { analysis } = editor
  const { src, source } = playback
  useEffect(() => (source ? analysis.read(source) : undefined), [analysis, source])
  const [drawn] = useState(() => Promise.withResolvers<void>())
  return (
    <EditorContext value={editor}>
      {embedded ? embedded.bar : <TopBar menu={menu} onLeave={onLeave} />}
      <Panes layoutId={embedded ? 'cuelane-embedded' : 'cuelane-editor'} />
      <Player src={src} />
      <Mirror />
      <TimelinePane onDrawn={drawn.resolve} />
      {/* Mounted at once: otherwise a dropped file replaces the page. */}
      {editor.library && <SubtitleImport />}
      <AfterDrawing drawn={drawn.promise} source={source} isEmbedded={embedded !== undefined} />
    </EditorContext>
  )
}

interface AfterDrawingProps {
  /** Resolves once the editor is on screen. */
  drawn: Promise<void>
  source: Playback['source']
  isEmbedded: boolean
}

/** Parts that can wait: overlays, checks, other users, and settings of the account. */
function AfterDrawing({ drawn, source, isEmbedded }: AfterDrawingProps): ReactNode {
  const editor = useEditor()
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const stops: (() => void)[] = []
    const control = new AbortController()
    const begin = (): void => {
      if (control.signal.aborted) return
      startTransition(() => setDrawn(true))
      const quality = qualityOf(editor)
      const people = peopleOf(editor)
      const readings = readingsOf(editor)
      stops.push(fetchPanes(), quality.work(), readings.start(), memoryOf(editor).start())
      if (people) stops.push(people.start())
      if (!isEmbedded) stops.push(keepForOffline(), followMacros(), followProfiles())
    }
    void drawn.then(begin)
    return () => {
      control.abort()
      for (const stop of stops) stop()
    }
  }, [editor, drawn, isEmbedded])
  return isDrawn && <Overlays source={source} isEmbedded={isEmbedded} />
}

const stay = (): void => undefined

function Panes({ layoutId }: { layoutId: string }): ReactNode {
  const editor = useEditor()
  const { side, hasVideos, playerPlace } = useSnapshot(editor.panels)
  const isBeside = playerPlace === 'right'
  const isInLibrary = editor.library?.isOwn === true
  const isListed = isInLibrary && hasVideos
  const isSideColumn = side !== undefined && !isUnderPlayer(playerPlace)
  const panelIds = [
    ...(isListed ? ['videos'] : []),
    'rows',
    ...(isSideColumn ? [side] : []),
    ...(isBeside ? ['player'] : []),
  ]
  const layout = useDefaultLayout({ id: layoutId, panelIds, storage: textStorage })
  const { videoPane, videoListPercent } = editorLimits
  return (
    <Group className="editor-body" orientation="horizontal" {...layout}>
      {isListed && (
        <Panel
          id="videos"
          minSize={`${videoListPercent.min}%`}
          maxSize={`${videoListPercent.max}%`}
          defaultSize={`${videoListPercent.min}%`}
        >
          <VideoList />
        </Panel>
      )}
      {isListed && <Separator className="pane-edge" />}
      <Panel id="rows" minSize="320px" className="rows-pane">
        {isBeside ? <Lines /> : <LinesUnderPlayer />}
      </Panel>
      {isSideColumn && <Separator className="pane-edge" />}
      {isSideColumn && <SidePanel />}
      {isBeside && <Separator className="pane-edge" />}
      {isBeside && (
        <Panel
          id="player"
          minSize={`${videoPane.min}px`}
          maxSize={`${videoPane.max}px`}
          defaultSize={`${playerWidth(editor.media)}px`}
          groupResizeBehavior="preserve-pixel-size"
        >
          <PlayerPane>
            <UnderPlayer />
          </PlayerPane>
        </Panel>
      )}
    </Group>
  )
}

function Lines(): ReactNode {
  const { panels } = useEditor()
  const { hasText, side } = useSnapshot(panels)
  if (hasText && side !== 'text') return <LinesOverText />
  return (
    <>
      <FindBar />
      <Rows />
    </>
  )
}

/** The lines, with the focused line's text below them. */
function LinesOverText(): ReactNode {
  const layout = useDefaultLayout({ id: 'cuelane-editor-text', panelIds: ['list', 'text'], storage: textStorage })
  return (
    <Group orientation="vertical" {...layout}>
      <Panel id="list" minSize="96px" className="rows-pane">
        <FindBar />
        <Rows />
      </Panel>
      <Separator className="pane-edge pane-edge-flat" />
      <Panel id="text" minSize="112px" defaultSize="190px" groupResizeBehavior="preserve-pixel-size">
        <TextPane />
      </Panel>
    </Group>
  )
}

/** The player as wide as the lines, with the lines below it. */
function LinesUnderPlayer(): ReactNode {
  const layout = useDefaultLayout({ id: 'cuelane-editor-top', panelIds: ['player', 'lines'], storage: textStorage })
  return (
    <Group orientation="vertical" {...layout}>
      <Panel id="player" minSize="120px" defaultSize="55%">
        <PlayerPane>
          <UnderPlayer />
        </PlayerPane>
      </Panel>
      <Separator className="pane-edge pane-edge-flat" />
      <Panel id="lines" minSize="96px" className="rows-pane">
        <Lines />
      </Panel>
    </Group>
  )
}

/** Keys, the checks' worker and the last save live as long as the version is open. */
function useEditorEffects(editor: Editor, area: HTMLElement | undefined): void {
  const { preset, own } = useSnapshot(keys)
  const { own: ownWindow, mirror } = useSyncExternalStore(windowsOf(editor).subscribe, windowsOf(editor).state)
  useEffect(() => listenToKeys(editor, keymapOf(preset, own), area), [editor, preset, own, area])
  useEffect(() => {
    const keymap = keymapOf(preset, own)
    const stops = [ownWindow, mirror].map((other) => other && listenElsewhere(editor, keymap, other))
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [editor, preset, own, ownWindow, mirror])
  useEffect(() => editor.loop.start(), [editor])
  useEffect(() => caretOf(editor).start(), [editor])
  useEffect(() => keepKeyboard(() => area ?? document.querySelector('.editor')), [area])
  useEffect(() => qualityOf(editor).start(), [editor])
  useEffect(() => qualityOf(editor).profile.start(), [editor])
  useEffect(() => editor.following.start(), [editor])
  useEffect(() => editor.spoken.start(), [editor])
  useEffect(() => {
    const { save } = editor
    const leave = (): void => void save.flush()
    const beforeUnload = (event: BeforeUnloadEvent): void => {
      if (save.isAtRisk()) event.preventDefault()
    }
    const control = new AbortController()
    const { signal } = control
    document.addEventListener('visibilitychange', leave, { signal })
    window.addEventListener('online', leave, { signal })
    window.addEventListener('beforeunload', beforeUnload, { signal })
    return () => control.abort()
  }, [editor])
}
