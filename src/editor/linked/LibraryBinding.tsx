import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ref, useSnapshot } from 'valtio'
import { linkedPatch } from '#core/timing/linked.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import { useEditor } from '../editor.ts'
import { readVersion } from './versions.ts'
import type { EditorLibrary } from '../media/editor-media.ts'

/** Brings to the editor what the library knows: the folder's speakers, the version beside, addresses of lines. */
export function LibraryBinding({ library }: { library: EditorLibrary }): null {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { panels, session, linked } = editor
  const { original } = useSnapshot(panels)
  const { video, versions, fileId } = library
  const { folder_id, video_id } = video

  const { data: roles } = useCall('listRoles', { folder_id })
  useEffect(() => {
    if (roles) panels.roles = ref(roles.list)
  }, [panels, roles])

  useEffect(() => {
    if (!original) {
      panels.beside = undefined
      return
    }
    const control = new AbortController()
    readVersion(original, control.signal).then(({ list }) => {
      panels.beside = ref(list)
    }, notifyFailure)
    return () => control.abort()
  }, [panels, original])

  useEffect(() => {
    session.along = (name, patch) => {
      const { beside, original: fileId, isLinked } = panels
      if (!beside || !fileId || !isLinked || !['step_split', 'step_merge'].includes(name)) return []
      const change = linkedPatch(beside, patch, session.rules, session.newId)
      if (change.length === 0) return []
      const others = [{ fileId, patch: change }]
      linked.write(others)
      return others
    }
    return () => {
      session.along = () => []
    }
  }, [session, panels, linked])

  const first = versions.find(({ file_id }) => file_id !== fileId)?.file_id
  useEffect(() => {
    editor.toggleReference = () => {
      panels.original = panels.original ? undefined : first
    }
    editor.copyLink = () => {
      const cue = session.focused
      const query = new URLSearchParams({ video: video_id, file: fileId, ...(cue && { cue: cue.id }) })
      const address = `${location.origin}/lab/pro/srt-edit?${query}`
      navigator.clipboard.writeText(address).then(
        () => notify.success(t('common:copied')),
        () => notify.info(t('common:copy_by_hand', { text: address })),
      )
    }
  }, [editor, panels, session, first, video_id, fileId, t])
  return null
}
