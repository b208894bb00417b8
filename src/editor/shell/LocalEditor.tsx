import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endMs, videoOf } from '#core/media/facts.ts'
import { Button } from '#src/ui/Button.ts'
import { Document } from '#src/ui/icons.ts'
import { notify } from '#src/ui/toaster.ts'
import { createEditor } from './create-editor.ts'
import { FileOrigin } from '../store/file-origin.ts'
import type { EditorMedia } from '../media/editor-media.ts'
import { localShotStore } from '../media/shot-store.ts'
import { localStyleStore } from '../store/style-store.ts'
import { versionStore } from '../store/linked/versions.ts'
import { showNotice } from '../context/notices.ts'
import { keepPlace, restorePlace } from './place.ts'
import { Workspace } from './Workspace.tsx'
import type { LocalFile } from '../features/local/local-file.ts'
import { LocalSaving } from '../features/local/local-saving.ts'
import { StartScreen } from '../features/local/StartScreen.tsx'
import { followWords } from '../features/local/word-store.ts'
import type { Opened } from '../features/local/use-choice.ts'

/** The editor for files of this computer: nothing is uploaded, and saving writes the file. */
export function LocalEditor(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  if (!opened) return <StartScreen onOpen={setOpened} />
  return <OpenFiles opened={opened} onLeave={() => setOpened(undefined)} />
}

function originOf({ imported }: LocalFile): FileOrigin | undefined {
  return imported && new FileOrigin(imported.format, () => Promise.resolve(imported))
}

function OpenFiles({ opened, onLeave }: { opened: Opened; onLeave: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const { facts, local } = opened
  const video = opened.video?.file
  const key = `${local.name} ${local.stamp} ${video?.name ?? ''} ${video?.size ?? 0}`
  const editor = useMemo(
    () =>
      createEditor({
        media: editorMediaOf(opened),
        cues: opened.local.imported?.cues ?? [],
        flags: [],
        store: (session) => new LocalSaving(session, opened.local, key, () => notify.error(t('local_not_written'))),
        style: localStyleStore(opened.local.name),
        file: originOf(opened.local),
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
    const { name, imported } = opened.local
    const stopWords = followWords(session, `${name} ${video?.name ?? ''} ${video?.size ?? 0}`, imported)
    const stop = save.start()
    restorePlace(editor, `local ${key}`)
    const stopPlace = keepPlace(editor, `local ${key}`)
    void save.recover().then((recovered) => {
      if (recovered) notify.info(t('recovered'))
    })
    return () => {
      stopPlace()
      stop()
      stopWords()
    }
  }, [editor, opened, video, key, t])
  return (
    <Workspace
      editor={editor}
      playback={{ src, source }}
      onLeave={onLeave}
      menu={<Button icon={<Document />} text={t('local_save')} onClick={() => void editor.save.save()} />}
    />
  )
}

function editorMediaOf({ video: picked, facts, local, language }: Opened): EditorMedia {
  const video = picked?.file
  const picture = facts && videoOf(facts)
  const [num, den] = picture?.rate ?? [25, 1]
  return {
    name: video?.name ?? local.name,
    language,
    durationMs: facts ? Math.round(endMs(facts)) : 0,
    rate: { num, den },
    width: picture?.width ?? 1280,
    height: picture?.height ?? 720,
    hasPicture: !facts || picture !== undefined,
    derived: {},
    shots: video && localShotStore(`${video.name} ${video.size}`),
  }
}
