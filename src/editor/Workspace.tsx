import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useSnapshot } from 'valtio'
import { editorLimits } from '#core/domain/limits.ts'
import { invertPatch } from '#core/subtitle/patch.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { notify } from '#src/ui/toaster.ts'
import { type Editor, EditorContext, useEditor } from './editor.ts'
import { keymapOf } from './keys/keymap.ts'
import { listenToKeys } from './keys/listen.ts'
import { keys } from './keys/stored-keys.ts'
import { removeSelected } from './document/commands.ts'
import { ComparePane } from './panes/ComparePane.tsx'
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
import { Player } from './panes/Player.tsx'
import { QualityPane } from './panes/QualityPane.tsx'
import { SaveAsDialog } from './dialogs/SaveAsDialog.tsx'
import { ShiftDialog } from './dialogs/ShiftDialog.tsx'
import { SpeakersPane } from './panes/SpeakersPane.tsx'
import { SubtitleImport } from './dialogs/SubtitleImport.tsx'
import { SyncDialog } from './dialogs/SyncDialog.tsx'
import { Rows } from './panes/Rows.tsx'
import { TimelinePane } from './panes/TimelinePane.tsx'
import { TopBar } from './panes/TopBar.tsx'
import { Tour } from './panes/Tour.tsx'
import { VideoList } from './panes/VideoList.tsx'
import { LibraryBinding } from './linked/LibraryBinding.tsx'
import type { EditorLibrary, Playback } from './media/editor-media.ts'

interface Props {
  editor: Editor
  shown: Playback
  library: EditorLibrary | undefined
  /** What can be done with the video. */
  menu: ReactNode
}

/** The editor itself: list of videos, lines, video, timeline, and the dialogs over them. */
export function Workspace({ editor, shown, library, menu }: Props): ReactNode {
  useEditorEffects(editor)
  const { dialog } = useSnapshot(editor.panels)
  const { media, session } = editor
  return (
    <EditorContext value={editor}>
      <TopBar library={library} menu={menu} />
      <Panes shown={shown} library={library} />
      <TimelinePane source={shown.source} />
      {shown.source && (
        <ExportDialog
          session={session}
          source={shown.source}
          size={media}
          durationMs={media.durationMs}
          name={media.name}
          open={dialog === 'export_video'}
          onClose={() => editor.close()}
        />
      )}
      <ConflictDialog session={session} />
      <FixDialog />
      <ShiftDialog library={library} />
      <SyncDialog />
      <GoToDialog />
      <SaveAsDialog />
      {library && <SubtitleImport library={library} />}
      {library && <LibraryBinding library={library} />}
      <Tour />
      <LineMenu />
      <DeleteLines />
      <CommandPalette />
      <KeysDialog />
      <KeySheet />
      <AboutDialog />
    </EditorContext>
  )
}

const WIDE_PX = 1600

function Panes({ shown, library }: Pick<Props, 'shown' | 'library'>): ReactNode {
  const editor = useEditor()
  const { side, hasVideos } = useSnapshot(editor.panels)
  // Beside an open pane the lines need the room more than the list of videos does.
  const listed = hasVideos && !(side && innerWidth < WIDE_PX) ? library : undefined
  const panelIds = [...(listed ? ['videos'] : []), 'rows', ...(side ? [side] : []), 'player']
  const layout = useDefaultLayout({ id: 'cuelane-editor', panelIds, storage: localStorage })
  const { videoPane, videoListPercent, rolePane } = editorLimits
  return (
    <Group className="editor-body" orientation="horizontal" {...layout}>
      {listed && (
        <Panel
          id="videos"
          minSize={`${videoListPercent.min}%`}
          maxSize={`${videoListPercent.max}%`}
          defaultSize={`${videoListPercent.min}%`}
        >
          <VideoList library={listed} />
        </Panel>
      )}
      {listed && <Separator className="pane-edge" />}
      <Panel id="rows" minSize="320px" className="rows-pane">
        <FindBar library={library} />
        <Rows />
      </Panel>
      <Separator className="pane-edge" />
      {side === 'quality' && (
        <Panel id="quality" minSize="260px" maxSize="640px" defaultSize="360px">
          <QualityPane />
        </Panel>
      )}
      {side === 'compare' && library && (
        <Panel id="compare" minSize="260px" maxSize="640px" defaultSize="380px">
          <ComparePane library={library} />
        </Panel>
      )}
      {side === 'speakers' && library && (
        <Panel
          id="speakers"
          minSize={`${rolePane.min}px`}
          maxSize={`${rolePane.max}px`}
          defaultSize={`${rolePane.usual}px`}
          groupResizeBehavior="preserve-pixel-size"
        >
          <SpeakersPane library={library} />
        </Panel>
      )}
      {side && <Separator className="pane-edge" />}
      <Panel
        id="player"
        minSize={`${videoPane.min}px`}
        maxSize={`${videoPane.max}px`}
        defaultSize={`${editor.media.isWide ? videoPane.wide : videoPane.usual}px`}
        groupResizeBehavior="preserve-pixel-size"
      >
        <Player src={shown.src} />
      </Panel>
    </Group>
  )
}

/** Keys, messages and the checks' worker live as long as the version is open. */
function useEditorEffects(editor: Editor): void {
  const { t } = useTranslation('editor')
  const { preset, own } = useSnapshot(keys)
  useEffect(() => listenToKeys(editor, keymapOf(preset, own)), [editor, preset, own])
  useEffect(() => editor.quality.start(), [editor])
  useEffect(() => {
    const { session, fixing, linked } = editor
    session.onRefusal = (reason) => notify.warning(t(`refused_${reason}`))
    session.onStep = (step, undone) => {
      notify.info(t(undone ? 'undone' : 'redone', { step: t(step.name) }))
      const others = step.others ?? []
      linked.write(undone ? others.map(({ fileId, patch }) => ({ fileId, patch: invertPatch(patch) })) : others)
    }
    editor.onSyncPoint = (n, to) => notify.info(t('sync_point_set', { n, time: formatTimecode(to) }))
    linked.onFailure = (count) => notify.error(t('others_not_changed', { count }))
    fixing.onNothing = () => notify.info(t('no_findings'))
  }, [editor, t])
  useEffect(() => {
    const { session, save } = editor
    const leave = (): void => void save.flush()
    const beforeUnload = (event: BeforeUnloadEvent): void => {
      if (['saving', 'unsaved'].includes(session.cells.saveState)) event.preventDefault()
    }
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('online', leave)
    window.addEventListener('beforeunload', beforeUnload)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('online', leave)
      window.removeEventListener('beforeunload', beforeUnload)
    }
  }, [editor])
}

function DeleteLines(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { dialog } = useSnapshot(editor.panels)
  const { selection } = useSnapshot(editor.session.cells)
  return (
    <ConfirmDialog
      open={dialog === 'delete'}
      text={t('delete_lines_question', { count: selection.length })}
      confirmText={t('common:delete')}
      onConfirm={() => {
        editor.session.run(removeSelected)
        editor.close()
      }}
      onClose={() => editor.close()}
    />
  )
}
