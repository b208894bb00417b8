import { lazy, type ReactNode, startTransition, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useSnapshot } from 'valtio'
import { editorLimits } from '#core/domain/limits.ts'
import { textStorage } from '#src/ui/stored.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { type Editor, isListOfVideosShown } from './editor.ts'
import { EditorContext, useDialog, useEditor } from './use-editor.ts'
import { keepForOffline } from './offline.ts'
import { keymapOf } from './keys/keymap.ts'
import { listenElsewhere, listenToKeys } from './keys/listen.ts'
import { keys } from './keys/stored-keys.ts'
import { removeSelected } from './document/commands.ts'
import { CommentsPane } from './people/CommentsPane.tsx'
import { Announcer } from './panes/Announcer.tsx'
import { ComparePane } from './panes/ComparePane.tsx'
import { dialogClass } from './dialogs/dialogs.ts'
import { AboutDialog } from './dialogs/AboutDialog.tsx'
import { CommandPalette } from './dialogs/CommandPalette.tsx'
import { ConflictDialog } from './dialogs/ConflictDialog.tsx'
import { ExportDialog } from './dialogs/ExportDialog.tsx'
import { FindBar } from './panes/FindBar.tsx'
import { FixDialog } from './dialogs/FixDialog.tsx'
import { GoToDialog } from './dialogs/GoToDialog.tsx'
import { KeysDialog } from './dialogs/KeysDialog.tsx'
import { KeySheet } from './dialogs/KeySheet.tsx'
import { LineMenu } from './panes/LineMenu.tsx'
import { ShotMenu } from './panes/ShotMenu.tsx'
import { followMacros } from './macros/macros.ts'
import { MacrosDialog } from './macros/MacrosDialog.tsx'
import { Mirror } from './player/Mirror.tsx'
import { Player, PlayerPane } from './panes/Player.tsx'
import { followProfiles } from './quality/own-profiles.ts'
import { ProfilesDialog } from './quality/ProfilesDialog.tsx'
import { QualityPane } from './panes/QualityPane.tsx'
import { ReviewDialog } from './review-files/ReviewDialog.tsx'
import { SaveAsDialog } from './dialogs/SaveAsDialog.tsx'
import { ShiftDialog } from './dialogs/ShiftDialog.tsx'
import { SpeakersPane } from './panes/SpeakersPane.tsx'
import { StatisticsPane } from './statistics/StatisticsPane.tsx'
import { StylePane } from './style/StylePane.tsx'
import { SubtitleImport } from './dialogs/SubtitleImport.tsx'
import { VersionsDialog } from './dialogs/VersionsDialog.tsx'
import { SyncDialog } from './dialogs/SyncDialog.tsx'
import { Rows } from './panes/Rows.tsx'
import { TimelinePane } from './panes/TimelinePane.tsx'
import { TopBar } from './panes/TopBar.tsx'
import { Tour } from './panes/Tour.tsx'
import { VideoList } from './panes/VideoList.tsx'
import type { Playback } from './media/editor-media.ts'

/** Comes when somebody wants it: most work needs the rows alone. */
const TextPane = lazy(async () => ({ default: (await import('./text/TextPane.tsx')).TextPane }))

interface Props {
  editor: Editor
  playback: Playback
  /** What can be done with the video. */
  menu?: ReactNode
  /** Called when the person goes, with the text saved; left out where there is nowhere to go. */
  onLeave?: () => void
  /** Where the editor is one thing among others on a page: the keys of that area alone are its, and no tour leads through it. */
  embedded?: { readonly area: HTMLElement; readonly bar: ReactNode } | undefined
}

/** The editor itself: list of videos, cues, video, timeline, and the dialogs over them. */
export function Workspace({ editor, playback, menu, onLeave = stay, embedded }: Props): ReactNode {
  useEditorEffects(editor, embedded?.area)
  const { analysis } = editor
  const { src, source } = playback
  useEffect(() => (source ? analysis.read(source) : undefined), [analysis, source])
  const isDrawn = useDrawn()
  return (
    <EditorContext value={editor}>
      {embedded ? embedded.bar : <TopBar menu={menu} onLeave={onLeave} />}
      <Panes layoutId={embedded ? 'cuelane-embedded' : 'cuelane-editor'} />
      <Player src={src} />
      <Mirror />
      <TimelinePane />
      {/* At once: a file that is dropped would take the place of the page. */}
      {editor.library && <SubtitleImport />}
      {isDrawn && <Overlays source={source} isEmbedded={embedded !== undefined} />}
    </EditorContext>
  )
}

/** Whether the editor was on screen once: what lies over it comes after it. */
function useDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isDrawn
}

/** Dialogs and menus, each closed until it is asked for. */
function Overlays({ source, isEmbedded }: { source: Playback['source']; isEmbedded: boolean }): ReactNode {
  const { session, library } = useEditor()
  const isInLibrary = library !== undefined
  return (
    <>
      {source && <ExportDialog source={source} />}
      <Announcer />
      <ConflictDialog session={session} />
      <FixDialog />
      <ShiftDialog />
      <SyncDialog />
      <GoToDialog />
      <SaveAsDialog />
      <ReviewDialog />
      {isInLibrary && <VersionsDialog />}
      {!isEmbedded && <Tour />}
      <LineMenu />
      <ShotMenu />
      <DeleteLines />
      <CommandPalette />
      <KeysDialog />
      <MacrosDialog />
      <ProfilesDialog />
      <KeySheet />
      <AboutDialog />
    </>
  )
}

const stay = (): void => undefined

function Panes({ layoutId }: { layoutId: string }): ReactNode {
  const editor = useEditor()
  const { side, hasVideos, playerPlace } = useSnapshot(editor.panels)
  const isBeside = playerPlace === 'right'
  const isInLibrary = editor.library?.isOwn === true
  const isListed = isInLibrary && isListOfVideosShown({ side, hasVideos }, innerWidth)
  const panelIds = [...(isListed ? ['videos'] : []), 'rows', ...(side ? [side] : []), ...(isBeside ? ['player'] : [])]
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
      {side && <Separator className="pane-edge" />}
      <SidePanel />
      {isBeside && <Separator className="pane-edge" />}
      {isBeside && (
        <Panel
          id="player"
          minSize={`${videoPane.min}px`}
          maxSize={`${videoPane.max}px`}
          defaultSize={`${editor.media.isWide ? videoPane.wide : videoPane.usual}px`}
          groupResizeBehavior="preserve-pixel-size"
        >
          <PlayerPane />
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

/** The text of the line in focus under the lines. */
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
        <Suspense>
          <TextPane />
        </Suspense>
      </Panel>
    </Group>
  )
}

/** The picture as wide as the lines, and the lines under it. */
function LinesUnderPlayer(): ReactNode {
  const layout = useDefaultLayout({ id: 'cuelane-editor-top', panelIds: ['player', 'lines'], storage: textStorage })
  return (
    <Group orientation="vertical" {...layout}>
      <Panel id="player" minSize="120px" defaultSize="55%">
        <PlayerPane />
      </Panel>
      <Separator className="pane-edge pane-edge-flat" />
      <Panel id="lines" minSize="96px" className="rows-pane">
        <Lines />
      </Panel>
    </Group>
  )
}

/** The pane between cues and video, where one is open. */
function SidePanel(): ReactNode {
  const { panels, library, people } = useEditor()
  const { side } = useSnapshot(panels)
  const { rolePane } = editorLimits
  if (side === 'quality') {
    return (
      <Panel id="quality" minSize="260px" maxSize="640px" defaultSize="384px">
        <QualityPane />
      </Panel>
    )
  }
  if (side === 'style') {
    return (
      <Panel id="style" minSize="260px" maxSize="480px" defaultSize="320px">
        <StylePane />
      </Panel>
    )
  }
  if (side === 'statistics') {
    return (
      <Panel id="statistics" minSize="260px" maxSize="640px" defaultSize="360px">
        <StatisticsPane />
      </Panel>
    )
  }
  if (side === 'comments' && people) {
    return (
      <Panel id="comments" minSize="260px" maxSize="560px" defaultSize="340px">
        <CommentsPane people={people} />
      </Panel>
    )
  }
  if (side === 'text') {
    return (
      <Panel id="text" minSize="280px" maxSize="720px" defaultSize="420px">
        <Suspense>
          <TextPane />
        </Suspense>
      </Panel>
    )
  }
  if (side === 'compare' && library) {
    return (
      <Panel id="compare" minSize="260px" maxSize="640px" defaultSize="380px">
        <ComparePane />
      </Panel>
    )
  }
  if (side !== 'speakers' || !library) return null
  return (
    <Panel
      id="speakers"
      minSize={`${rolePane.min}px`}
      maxSize={`${rolePane.max}px`}
      defaultSize={`${rolePane.usual}px`}
      groupResizeBehavior="preserve-pixel-size"
    >
      <SpeakersPane />
    </Panel>
  )
}

/** Keys, the checks' worker and the last chance to save live as long as the version is open. */
function useEditorEffects(editor: Editor, area: HTMLElement | undefined): void {
  const { preset, own } = useSnapshot(keys)
  const { own: ownWindow, mirror } = useSyncExternalStore(editor.windows.subscribe, editor.windows.state)
  useEffect(() => listenToKeys(editor, keymapOf(preset, own), area), [editor, preset, own, area])
  useEffect(() => {
    const keymap = keymapOf(preset, own)
    const stops = [ownWindow, mirror].map((other) => other && listenElsewhere(editor, keymap, other))
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [editor, preset, own, ownWindow, mirror])
  useEffect(() => editor.quality.start(), [editor])
  useEffect(() => editor.quality.profile.start(), [editor])
  useEffect(() => editor.following.start(), [editor])
  useEffect(() => editor.people?.start(), [editor])
  useEffect(() => (area ? undefined : keepForOffline()), [area])
  useEffect(() => (area ? undefined : followMacros()), [area])
  useEffect(() => (area ? undefined : followProfiles()), [area])
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

function DeleteLines(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const isOpen = useDialog('delete') !== undefined
  const { selection } = useSnapshot(editor.session.cells)
  return (
    <ConfirmDialog
      open={isOpen}
      className={dialogClass('delete')}
      text={t('delete_lines_question', { count: selection.length })}
      confirmText={t('common:delete')}
      onConfirm={() => {
        editor.session.run(removeSelected)
        editor.dialogs.close()
      }}
      onClose={() => editor.dialogs.close()}
    />
  )
}
