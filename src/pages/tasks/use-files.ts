import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import { type ChosenFile, isSrt, type RefusedFile, sendSubtitleFile, translationFolder } from './translate-files.ts'

/** Files to translate, with changes of the list. */
export interface FileList {
  readonly files: readonly ChosenFile[]
  readonly refused: readonly RefusedFile[]
  readonly isReading: boolean
  readonly add: (sent: readonly File[]) => Promise<void>
  readonly pick: (picked: readonly ChosenFile[]) => void
  readonly setLanguage: (fileId: string, language: LanguageCode) => void
  readonly remove: (file: ChosenFile) => void
  readonly forget: () => void
  /** Clears the list; uploaded files stay in the library. */
  readonly clear: () => void
}

/** The files to translate: uploaded, or chosen from the library. */
export function useFiles(): FileList {
  const { t } = useTranslation('taskpages')
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [isReading, setReading] = useState(false)
  const add = async (sent: readonly File[]): Promise<void> => {
    if (sent.length > 1 && !sent.some(({ name }) => isSrt(name))) {
      notify.error(t('errors:batch_empty'))
      return
    }
    setReading(true)
    try {
      const folderId = await translationFolder(t('translations_folder'))
      for (const file of sent) {
        const made = await sendSubtitleFile(file, folderId)
        if ('reason' in made) setRefused((before) => [...before, made])
        else setFiles((before) => [...before, made])
      }
    } catch (error) {
      notifyFailure(error)
    } finally {
      setReading(false)
    }
  }
  const pick = (picked: readonly ChosenFile[]): void =>
    setFiles((before) => [
      ...before,
      ...picked.filter(({ file_id }) => !before.some((file) => file.file_id === file_id)),
    ])
  const setLanguage = (fileId: string, language: LanguageCode): void => {
    const change = (before: readonly ChosenFile[]): readonly ChosenFile[] =>
      before.map((file) => (file.file_id === fileId ? { ...file, language, confidence: undefined } : file))
    call('setVersionLanguage', { file_id: fileId, language })
      .then(() => setFiles(change))
      .catch(notifyFailure)
  }
  const remove = (file: ChosenFile): void => {
    setFiles((before) => before.filter(({ file_id }) => file_id !== file.file_id))
    if (file.isSent)
      call('deleteVersion', { folder_id: file.folder_id, subtitles_id: file.file_id }).catch(notifyFailure)
  }
  const forget = (): void => setRefused([])
  const clear = (): void => {
    setFiles([])
    forget()
  }
  return { files, refused, isReading, add, pick, setLanguage, remove, forget, clear }
}
