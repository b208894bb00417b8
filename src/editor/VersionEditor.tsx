import { Button, HTMLSelect } from '@blueprintjs/core'
import { ArrowLeft, Moon, Flash, Redo, Undo } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { DataOf } from '#core/contract/index.ts'
import type { SubtitleVersion, Video } from '#core/contract/library.ts'
import { fromWire } from '#core/subtitle/wire.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { useVersionName } from '#src/tasks/version-name.ts'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'
import { tell } from '#src/ui/toaster.ts'
import { Autosave } from './autosave.ts'
import { listenToKeys } from './keymap.ts'
import { removeSelected } from './model/commands.ts'
import { ConflictDialog } from './panes/ConflictDialog.tsx'
import { Player } from './panes/Player.tsx'
import { Rows } from './panes/Rows.tsx'
import { SaveMark } from './panes/SaveMark.tsx'
import { TimelinePane } from './panes/TimelinePane.tsx'
import { Playhead } from './playhead.ts'
import { EditorSession } from './session.ts'

interface Props {
  video: Video
  versions: SubtitleVersion[]
  version: DataOf<'getVersion'>
  onOpen: (fileId: string) => void
}

export function VersionEditor({ video, versions, version, onOpen }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const { session, save } = useVersionSession(video, version)
  const { playhead, videoRef, element } = usePlayhead()
  const [deleting, setDeleting] = useState(false)
  const zoomRef = useRef<(steps: number) => void>(() => undefined)
  useKeys({ session, playhead, save, zoomRef, rate: video.video_info.rate, onDelete: () => setDeleting(true) })
  const { selection } = useSnapshot(session.cells)
  return (
    <>
      <TopBar
        video={video}
        versions={versions}
        fileId={version.file_id}
        session={session}
        save={save}
        onOpen={onOpen}
      />
      <div className="editor-body">
        <Rows session={session} onSeek={(ms) => playhead?.seek(ms)} onDelete={() => setDeleting(true)} />
        <Player videoRef={videoRef} src={video.proxy_url || video.video_url} playhead={playhead} session={session} />
      </div>
      {playhead && element && (
        <TimelinePane
          session={session}
          playhead={playhead}
          video={element}
          src={video.proxy_url || video.video_url}
          durationMs={video.video_info.duration_ms}
          zoomRef={zoomRef}
        />
      )}
      <ConflictDialog session={session} />
      <ConfirmDialog
        open={deleting}
        text={t('delete_lines_question', { count: selection.length })}
        confirmText={t('common:delete')}
        onConfirm={() => {
          session.run(removeSelected)
          setDeleting(false)
        }}
        onClose={() => setDeleting(false)}
      />
    </>
  )
}

/** The session of one version, its saving, and what an earlier visit left unsaved. */
function useVersionSession(video: Video, version: DataOf<'getVersion'>): { session: EditorSession; save: Autosave } {
  const { t } = useTranslation('editor')
  const made = useMemo(() => {
    const cues = fromWire(version.subtitle_txt) ?? []
    const session = new EditorSession(cues, video.video_info.duration_ms)
    const stored = { fileId: version.file_id, revision: version.revision, cues }
    return { session, save: new Autosave(session, stored, (error) => tell.error(error.message)) }
  }, [version, video.video_info.duration_ms])
  useEffect(() => {
    const { session, save } = made
    const stop = save.start()
    void save.recover().then((recovered) => {
      if (recovered) tell.info(t('recovered'))
    })
    const leave = (): void => void save.flush()
    const beforeUnload = (event: BeforeUnloadEvent): void => {
      if (['saving', 'unsaved'].includes(session.cells.saveState)) event.preventDefault()
    }
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('online', leave)
    window.addEventListener('beforeunload', beforeUnload)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('online', leave)
      window.removeEventListener('beforeunload', beforeUnload)
    }
  }, [made, t])
  useEffect(() => {
    made.session.onRefusal = (reason) => tell.warning(t(`refused_${reason}`))
    made.session.onStep = (step, undone) => tell.info(t(undone ? 'undone' : 'redone', { step: t(step.name) }))
  }, [made, t])
  return made
}

function usePlayhead() {
  const videoRef = useRef<HTMLVideoElement>(null)
  const [element, setElement] = useState<HTMLVideoElement>()
  const [playhead, setPlayhead] = useState<Playhead>()
  useEffect(() => {
    const video = videoRef.current
    if (!video) return
    const made = new Playhead(video)
    setElement(video)
    setPlayhead(made)
    return () => made.dispose()
  }, [])
  return { playhead, videoRef, element }
}

interface KeyTargets {
  session: EditorSession
  playhead: Playhead | undefined
  save: Autosave
  zoomRef: { current: (steps: number) => void }
  rate: readonly [number, number]
  onDelete: () => void
}

function useKeys(targets: KeyTargets): void {
  const latest = useRef(targets)
  useEffect(() => {
    latest.current = targets
  })
  useEffect(
    () =>
      listenToKeys({
        run: (command) => {
          if (command !== removeSelected) return latest.current.session.run(command)
          if (latest.current.session.cells.selection.length) latest.current.onDelete()
          return true
        },
        undo: () => latest.current.session.undo(),
        redo: () => latest.current.session.redo(),
        togglePlay: () => latest.current.playhead?.toggle(),
        zoomBy: (steps) => latest.current.zoomRef.current(steps),
        playLine: () => {
          const { session, playhead } = latest.current
          const cue = session.list.at(session.list.index.get(session.cells.focus ?? '') ?? -1)
          if (cue) playhead?.playBetween(cue.start, cue.end)
        },
        stepFrame: (by) => {
          const { playhead, rate } = latest.current
          // To the middle of the frame: its edge may show the one before.
          const frameMs = (1000 * rate[1]) / rate[0]
          playhead?.seek((Math.floor(playhead.ms / frameMs) + by + 0.5) * frameMs)
        },
        editText: () => {
          const { focus } = latest.current.session.cells
          document.querySelector<HTMLTextAreaElement>(`[data-cue="${CSS.escape(focus ?? '')}"] textarea`)?.focus()
        },
        save: () => void latest.current.save.flush(),
      }),
    [],
  )
}

interface TopBarProps {
  video: Video
  versions: SubtitleVersion[]
  fileId: string
  session: EditorSession
  save: Autosave
  onOpen: (fileId: string) => void
}

function TopBar({ video, versions, fileId, session, save, onOpen }: TopBarProps): ReactNode {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const nameOf = useVersionName()
  const theme = useTheme()
  const { history } = useSnapshot(session.cells)
  const leave = async (): Promise<void> => {
    if (!(await save.flush())) tell.warning(t('left_unsaved'))
    await navigate(`/lab/library/file/${video.folder_id}`)
  }
  const undoName = history.past.at(-1)?.name
  const redoName = history.future.at(-1)?.name
  return (
    <header className="editor-bar">
      <Button icon={<ArrowLeft />} text={t('save_and_exit')} onClick={() => void leave()} />
      <h1 className="ellipsis" title={video.video_name}>
        {video.video_name}
      </h1>
      <HTMLSelect
        aria-label={t('version')}
        value={fileId}
        onChange={(event) => {
          const file = event.currentTarget.value
          void save.flush().then(() => onOpen(file))
        }}
        options={versions.map((version) => ({ value: version.file_id, label: nameOf(version) }))}
      />
      <span className="editor-gap" />
      <SaveMark session={session} />
      <Button
        variant="minimal"
        icon={<Undo />}
        disabled={!undoName}
        aria-label={t('undo')}
        title={undoName ? t('undo_step', { step: t(undoName) }) : t('undo')}
        onClick={() => session.undo()}
      />
      <Button
        variant="minimal"
        icon={<Redo />}
        disabled={!redoName}
        aria-label={t('redo')}
        title={redoName ? t('redo_step', { step: t(redoName) }) : t('redo')}
        onClick={() => session.redo()}
      />
      <Button
        variant="minimal"
        icon={theme === 'dark' ? <Flash /> : <Moon />}
        aria-label={t('common:change_theme')}
        title={t('common:change_theme')}
        onClick={toggleTheme}
      />
    </header>
  )
}
