import './LocalEditor.css'
import { Button, HTMLSelect, NonIdealState } from '@blueprintjs/core'
import { Document, FolderOpen, Video } from '@blueprintjs/icons'
import { type DragEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { localSubtitleMaxBytes } from '#core/domain/limits.ts'
import { endMs, type MediaFacts } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { openMedia } from '#src/media/media.ts'
import { useCall } from '#src/api/hooks.ts'
import { notify } from '#src/ui/toaster.ts'
import { createEditor } from '../editor.ts'
import { FileUnreadable, readFile, SUBTITLE_FILES } from '../import-file.ts'
import type { EditorMedia } from '../media/editor-media.ts'
import { versionStore } from '../linked/versions.ts'
import { showNotice } from '../notices.ts'
import { UndoStore } from '../saving/undo-store.ts'
import { Workspace } from '../Workspace.tsx'
import { canWriteBack, droppedFiles, isSubtitle, type LocalFile, type Picked, pickFiles } from './local-file.ts'
import { LocalSaving } from './local-saving.ts'

interface Opened {
  readonly video: File | undefined
  readonly facts: MediaFacts | undefined
  readonly local: LocalFile
  readonly language: string
}

/** The editor on files of this computer: nothing is uploaded, and saving writes the file. */
export function LocalEditor(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  return opened ? <OpenFiles opened={opened} /> : <ChooseFiles onOpen={setOpened} />
}

function ChooseFiles({ onOpen }: { onOpen: (opened: Opened) => void }): ReactNode {
  const { t } = useTranslation('editor')
  const [video, setVideo] = useState<File>()
  const [subtitle, setSubtitle] = useState<Picked>()
  const [language, setLanguage] = useState('en')
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (picked: readonly Picked[]): void => {
    for (const one of picked) {
      if (isSubtitle(one.file)) setSubtitle(one)
      else setVideo(one.file)
    }
  }
  const choose = async (): Promise<void> => {
    if (!canWriteBack()) return input.current?.click()
    take((await pickFiles(t('local_files'))) ?? [])
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void droppedFiles(event.dataTransfer.items).then(take)
  }
  const open = async (): Promise<void> => {
    setBusy(true)
    try {
      const local = await readLocal(video, subtitle)
      onOpen({ video, facts: video && (await factsOf(video)), local, language })
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error
      notify.error(t(`file_${error.reason}`, { n: error.limit }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <main
      className={isOver ? 'local-choose local-over' : 'local-choose'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <NonIdealState
        icon={<FolderOpen size={44} />}
        title={t('local_title')}
        description={t('local_text')}
        action={
          <FilesForm
            video={video}
            subtitle={subtitle}
            language={language}
            isBusy={isBusy}
            input={input}
            onLanguage={setLanguage}
            onChoose={() => void choose()}
            onTake={take}
            onOpen={() => void open()}
          />
        }
      />
    </main>
  )
}

interface FormProps {
  video: File | undefined
  subtitle: Picked | undefined
  language: string
  isBusy: boolean
  input: RefObject<HTMLInputElement | null>
  onLanguage: (language: string) => void
  onChoose: () => void
  onTake: (picked: readonly Picked[]) => void
  onOpen: () => void
}

/** What was chosen so far, and what can be done with it. */
function FilesForm(props: FormProps): ReactNode {
  const { video, subtitle, language, isBusy, input, onLanguage, onChoose, onTake, onOpen } = props
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const { data: languages } = useCall('getLanguages', {})
  return (
    <div className="local-form">
      <ul>
        <li>
          <Video /> <span className="ellipsis">{video?.name ?? t('local_no_video')}</span>
        </li>
        <li>
          <Document /> <span className="ellipsis">{subtitle?.file.name ?? t('local_no_subtitle')}</span>
        </li>
      </ul>
      <HTMLSelect
        fill
        aria-label={t('local_language')}
        value={language}
        onChange={(event) => onLanguage(event.currentTarget.value)}
        options={(languages?.upload ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Button icon={<FolderOpen />} text={t('local_pick')} onClick={onChoose} />
      <Button
        intent="primary"
        text={t('local_open')}
        loading={isBusy}
        disabled={!video && !subtitle}
        onClick={onOpen}
      />
      <Button variant="minimal" text={t('to_library')} onClick={() => void navigate('/lab/library')} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={`video/*,audio/*,.mkv,${SUBTITLE_FILES}`}
        data-testid="local-files"
        onChange={(event) =>
          onTake([...(event.currentTarget.files ?? [])].map((file) => ({ file, handle: undefined })))
        }
      />
    </div>
  )
}

async function readLocal(video: File | undefined, subtitle: Picked | undefined): Promise<LocalFile> {
  if (!subtitle) {
    const name = `${video?.name.replace(/\.[^.]+$/, '') ?? 'subtitles'}.srt`
    return { name, stamp: '', format: 'srt', extras: undefined, speakers: new Map(), cues: [], handle: undefined }
  }
  const { cues, format, extras, speakers } = await readFile(subtitle.file, undefined, localSubtitleMaxBytes)
  const { name, size, lastModified } = subtitle.file
  return { name, stamp: `${size} ${lastModified}`, format, extras, speakers, cues, handle: subtitle.handle }
}

/** What a video is; undefined where this browser can't read it: subtitles can be edited all the same. */
async function factsOf(video: File): Promise<MediaFacts | undefined> {
  const control = new AbortController()
  try {
    return (await openMedia({ file: video }, control.signal)).facts
  } catch (error) {
    if (error instanceof MediaFailed) return undefined
    throw error
  } finally {
    control.abort()
  }
}

function OpenFiles({ opened }: { opened: Opened }): ReactNode {
  const { t } = useTranslation('editor')
  const { video, facts, local } = opened
  const key = `${local.name} ${local.stamp} ${video?.name ?? ''} ${video?.size ?? 0}`
  const editor = useMemo(
    () =>
      createEditor({
        media: editorMediaOf(opened),
        cues: opened.local.cues,
        store: (session) => new LocalSaving(session, opened.local, key, () => notify.error(t('local_not_written'))),
        versions: versionStore,
        library: undefined,
        notify: showNotice,
      }),
    [opened, key, t],
  )
  const src = useMemo(() => (video ? URL.createObjectURL(video) : undefined), [video])
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src])
  const source = useMemo(() => (video && facts ? { file: video } : undefined), [video, facts])
  useEffect(() => {
    if (video && !facts) notify.warning(t('media_unreadable'))
  }, [video, facts, t])
  useEffect(() => {
    const { save, session } = editor
    const stop = save.start()
    const undo = new UndoStore(`local ${key}`, session)
    const stopUndo = undo.start()
    void save.recover().then((recovered) => {
      if (recovered) notify.info(t('recovered'))
      return undo.restore()
    })
    return () => {
      stopUndo()
      stop()
    }
  }, [editor, key, t])
  return (
    <Workspace
      editor={editor}
      playback={{ src, source }}
      menu={<Button icon={<Document />} text={t('local_save')} onClick={() => void editor.save.save()} />}
    />
  )
}

function editorMediaOf({ video, facts, local, language }: Opened): EditorMedia {
  const picture = facts?.streams.find((stream) => stream.kind === 'video')
  const [num, den] = picture?.rate ?? [25, 1]
  return {
    name: video?.name ?? local.name,
    language,
    durationMs: facts ? Math.round(endMs(facts)) : 0,
    rate: { num, den },
    width: picture?.width ?? 1280,
    height: picture?.height ?? 720,
    isWide: !picture || picture.width >= picture.height,
    derived: {},
  }
}
