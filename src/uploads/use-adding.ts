import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { account } from '#src/api/session.ts'
import { notify } from '#src/ui/toaster.ts'
import { type FileDrop, useFileDrop } from '#src/ui/use-file-drop.ts'
import { finishWhole } from './finish.ts'
import { droppedHandles, handlePicker } from './handles.ts'
import { droppedFiles, isTaken, placed, type PlacedFile, TAKEN, takeFiles } from './take-files.ts'
import { isUnderWay } from './uploads.ts'

/** Ways to add local files to a folder. */
export interface Adding {
  /** Whether the user may; a visitor is asked to log in. */
  readonly mayAdd: boolean
  /** Of a folder the accepted files; otherwise each file, with reasons of refusal. */
  readonly add: (files: readonly File[], isFolder?: boolean) => void
  /** Chooses files: with handles for later visits, or by the input. */
  readonly choose: () => void
  readonly field: RefObject<HTMLInputElement | null>
  /** Dropped files and folders. */
  readonly drop: FileDrop
}

/** Uploads chosen or dropped files into a folder, which may be made for them. */
export function useAdding(folder: string | (() => Promise<string>)): Adding {
  const { t } = useTranslation('upload')
  const { user } = useSnapshot(account)
  const field = useRef<HTMLInputElement>(null)
  const mayAdd = user?.is_vistor !== true
  useEffect(() => {
    if (mayAdd) void finishWhole((upload) => isUnderWay(upload))
  }, [mayAdd])
  const take = async (chosen: readonly PlacedFile[], isFolder: boolean): Promise<void> => {
    if (!mayAdd) return notify.info(t('visitor'))
    const taken = isFolder ? chosen.filter(({ file }) => isTaken(file)) : chosen
    if (taken.length === 0) return isFolder ? notify.info(t('nothing_in_folder')) : undefined
    const added = await takeFiles(typeof folder === 'string' ? folder : await folder(), taken).subtitlesAdded
    if (added > 0) notify.success(t('subtitles_added', { count: added }))
  }
  const add = (files: readonly File[], isFolder = false): void =>
    void take(placed(files), isFolder).catch(notifyFailure)
  const drop = useFileDrop((_, transfer) => {
    const withHandles = droppedHandles(transfer.items)
    void droppedFiles(transfer)
      .then(async ({ files, hasFolders }) => {
        await withHandles(files.map(({ file }) => file))
        await take(files, hasFolders)
      })
      .catch(notifyFailure)
    return true
  })
  const pick = handlePicker(TAKEN)
  const choose = (): void => {
    if (pick) void pick().then((files) => add(files), notifyFailure)
    else field.current?.click()
  }
  return { mayAdd, add, choose, field, drop }
}
