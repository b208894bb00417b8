import { Button, HTMLSelect } from '@blueprintjs/core'
import { ArrowLeft, Endorsed, Moon, Flash, Redo, Undo } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { FixOptions, FixResult } from '#core/checks/fix.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { SubtitleVersion, Video } from '#core/contract/library.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { fromWire } from '#core/subtitle/wire.ts'
import { dragModes } from '#core/timing/grips.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { useVersionName } from '#src/tasks/version-name.ts'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'
import { tell } from '#src/ui/toaster.ts'
import { Autosave } from './autosave.ts'
import { listenToKeys } from './keymap.ts'
import { type Played, usePlayed } from './local-original.ts'
import { removeSelected } from './model/commands.ts'
import { ConflictDialog } from './panes/ConflictDialog.tsx'
import { ExportDialog } from './panes/ExportDialog.tsx'
import { FilmMenu } from './panes/FilmMenu.tsx'
import { FixDialog } from './panes/FixDialog.tsx'
import { Player } from './panes/Player.tsx'
import { QualityPane } from './panes/QualityPane.tsx'
import { Rows } from './panes/Rows.tsx'
import { SaveMark } from './panes/SaveMark.tsx'
import { TimelinePane } from './panes/TimelinePane.tsx'
import { Playhead } from './playhead.ts'
import { Quality } from './quality.ts'
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
  const played = usePlayed(video)
  const quality = useQuality(session, video, version.language)
  const fixing = useFixing(session, quality)
  const [deleting, setDeleting] = useState(false)
  const [checking, setChecking] = useState(false)
  const [exporting, setExporting] = useState(false)
  const zoomRef = useRef<(steps: number) => void>(() => undefined)
  useKeys({
    session,
    playhead,
    save,
    zoomRef,
    rate: video.video_info.rate,
    onDelete: () => setDeleting(true),
    quality,
    onFix: (options) => void fixing.ask(options),
  })
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
        quality={quality}
        checking={checking}
        onChecking={setChecking}
        played={played}
        onExport={() => setExporting(true)}
      />
      <div className="editor-body">
        <Rows session={session} onSeek={(ms) => playhead?.seek(ms)} onDelete={() => setDeleting(true)} />
        <div className="editor-side">
          <Player videoRef={videoRef} src={played.src} playhead={playhead} session={session} />
          {checking && (
            <QualityPane
              session={session}
              quality={quality}
              name={video.video_name}
              onSeek={(ms) => playhead?.seek(ms)}
              onFix={(options) => void fixing.ask(options)}
            />
          )}
        </div>
      </div>
      {playhead && element && (
        <TimelinePane
          session={session}
          playhead={playhead}
          video={element}
          film={video}
          source={played.source}
          durationMs={video.video_info.duration_ms}
          quality={quality}
          zoomRef={zoomRef}
        />
      )}
      <ExportDialog
        session={session}
        source={played.source}
        size={video.video_info}
        durationMs={video.video_info.duration_ms}
        name={video.video_name}
        open={exporting}
        onClose={() => setExporting(false)}
      />
      <ConflictDialog session={session} />
      <FixDialog session={session} result={fixing.result} onApply={fixing.apply} onClose={fixing.close} />
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
  // Numbers, not the object that holds them: it is another one after each refresh.
  const { duration_ms: duration } = video.video_info
  const [num, den] = video.video_info.rate
  const made = useMemo(() => {
    const cues = fromWire(version.subtitle_txt) ?? []
    const session = new EditorSession(cues, duration, { num, den })
    const stored = { fileId: version.file_id, revision: version.revision, cues }
    return { session, save: new Autosave(session, stored, (error) => tell.error(error.message)) }
  }, [version, duration, num, den])
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

/** The checks of a version; the worker behind them lives as long as the version is open. */
function useQuality(session: EditorSession, video: Video, language: string): Quality {
  const { duration_ms: length } = video.video_info
  const [num, den] = video.video_info.rate
  const quality = useMemo(
    () => new Quality(session, { language, rate: { num, den }, duration: length || Infinity }),
    [session, length, num, den, language],
  )
  useEffect(() => quality.start(), [quality])
  return quality
}

/** What the fixers would do to a text, and what they were asked. */
interface Fixing {
  readonly result: FixResult
  readonly list: CueList
  readonly options: FixOptions
}

/** Fixes are shown before they are made: in the dialog, and behind it in rows and timeline. */
function useFixing(session: EditorSession, quality: Quality) {
  const { t } = useTranslation('editor')
  const [fixing, setFixing] = useState<Fixing>()
  const ask = async (options: FixOptions): Promise<void> => {
    const { list } = session
    const result = await quality.fixes(options)
    if (!result) return
    if (list !== session.list) return ask(options)
    if (result.fixed.length + result.left.length === 0) {
      tell.info(t('no_findings'))
      return
    }
    session.preview(result.patch)
    setFixing({ result, list, options })
  }
  const close = (): void => {
    session.cancel()
    setFixing(undefined)
  }
  const apply = (): void => {
    if (!fixing) return
    setFixing(undefined)
    // The text may have changed from outside while the dialog was open: then what it showed is asked for again.
    if (fixing.list === session.list) session.edit('step_fix', fixing.result.patch)
    else void ask(fixing.options)
  }
  return { result: fixing?.result, ask, close, apply }
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
  quality: Quality
  onFix: (options: FixOptions) => void
}

function useKeys(targets: KeyTargets): void {
  const { t } = useTranslation('editor')
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
        nextFinding: (by) => {
          const { session, playhead, quality } = latest.current
          const id = quality.next(by)
          if (id === undefined) return tell.info(t('no_findings'))
          session.focus(id)
          playhead?.seek(session.list.at(session.list.index.get(id)!)!.start)
        },
        nextDragMode: () => {
          const { cells } = latest.current.session
          cells.dragMode = dragModes[(dragModes.indexOf(cells.dragMode) + 1) % dragModes.length]!
        },
        fixOverlaps: () => latest.current.onFix({ only: new Set(['sequence_time_error']) }),
      }),
    [t],
  )
}

interface TopBarProps {
  video: Video
  versions: SubtitleVersion[]
  fileId: string
  session: EditorSession
  save: Autosave
  onOpen: (fileId: string) => void
  quality: Quality
  checking: boolean
  onChecking: (open: boolean) => void
  played: Played
  onExport: () => void
}

function TopBar(props: TopBarProps): ReactNode {
  const { video, versions, fileId, session, save, onOpen, quality, checking, onChecking, played, onExport } = props
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
      <FilmMenu
        video={video}
        played={played}
        onExport={onExport}
        onOpen={(file) => void save.flush().then(() => onOpen(file))}
      />
      <QualityButton quality={quality} open={checking} onOpen={onChecking} />
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

function QualityButton(props: { quality: Quality; open: boolean; onOpen: (open: boolean) => void }): ReactNode {
  const { quality, open, onOpen } = props
  const { t } = useTranslation('editor')
  useSyncExternalStore(quality.subscribe, quality.version)
  let count = 0
  for (const found of quality.all.values()) count += found.length
  return (
    <Button
      variant="minimal"
      icon={<Endorsed />}
      active={open}
      aria-pressed={open}
      text={t('quality_count', { count })}
      title={t('quality_title')}
      onClick={() => onOpen(!open)}
    />
  )
}
