import './compose.css'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { CloudUpload } from '#src/ui/icons.ts'
import { later } from '#src/ui/later.tsx'
import { notify } from '#src/ui/toaster.ts'
import { droppedHandles, handlePicker } from '#src/uploads/handles.ts'
import { droppedFiles, isTaken, placed, type PlacedFile, TAKEN } from '#src/uploads/take-files.ts'
import { addFiles, addVideos, intake, ensureFolder, restoreFiles, sendUnsent, setGoals } from './intake.ts'
import { IntakeFiles } from './IntakeFiles.tsx'
import { IntakeFoot } from './IntakeFoot.tsx'
import { DropArea } from './DropArea.tsx'
import { useWindowDrop } from './use-window-drop.ts'
import { GoalCards } from './GoalCards.tsx'
import { GoalFields } from './GoalFields.tsx'

// The dialog is loaded on demand.
const ImportDialog = later(async () => (await import('#src/uploads/ImportDialog.tsx')).ImportDialog)

interface Props {
  isCustomer: boolean
  /** Whether orders are shown below: the empty drop zone then leaves them the room. */
  isCompact: boolean
}

/** Files in, goalSets said, one price, one button. */
export function Composer({ isCustomer, isCompact }: Props): ReactNode {
  const { t } = useTranslation('start')
  const isEmpty = useSnapshot(intake).items.length === 0
  const [link, setLink] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const adding = useAddingToIntake(isCustomer)
  const pick = handlePicker(TAKEN)
  const choose = (): void => {
    if (pick) void pick().then((files) => adding.add(placed(files)), notifyFailure)
    else field.current?.click()
  }
  const openLink = (address: string): void => {
    if (isCustomer) setLink(address)
    else notify.info(t('link_account'))
  }
  const isOver = useWindowDrop({
    onDrop: (transfer) => void adding.drop(transfer),
    onPaste: (files) => adding.add(placed(files)),
    onLink: openLink,
  })
  useAskedVideo(isCustomer)
  const ways = { field, choose, onFiles: adding.add, onLink: () => openLink(''), isCustomer }
  return (
    <section className="composer" data-empty={isEmpty} data-compact={isEmpty && isCompact} aria-label={t('composer')}>
      {isEmpty ? <DropArea {...ways} /> : <IntakeFiles {...ways} />}
      {!(isEmpty && isCompact) && (
        <div className="composer-goals">
          <GoalCards />
          {!isEmpty && <GoalFields />}
          {!isEmpty && <IntakeFoot isCustomer={isCustomer} />}
        </div>
      )}
      {isOver && (
        <div className="composer-over" aria-hidden>
          <CloudUpload size={40} />
          <strong>{t(isEmpty ? 'drop_here' : 'drop_more')}</strong>
        </div>
      )}
      {link !== undefined && (
        <ImportDialog
          folder={ensureFolder}
          address={link}
          onImported={(videos) => {
            addVideos(videos)
            // The folder was made before the names were known.
            ensureFolder().catch(notifyFailure)
          }}
          onClose={() => setLink(undefined)}
        />
      )}
    </section>
  )
}

/** Adds files to the intake; those that a visitor chose are sent after signing up. */
function useAddingToIntake(isCustomer: boolean) {
  const { t } = useTranslation('start')
  const note = (count: number): void => {
    if (count > 0) notify.success(t('upload:subtitles_added', { count }))
  }
  const sendKept = useEffectEvent(() => void sendUnsent().then(note, notifyFailure))
  useEffect(() => {
    if (isCustomer) sendKept()
  }, [isCustomer])
  const restore = useEffectEvent(() => void restoreFiles().then(note, notifyFailure))
  useEffect(() => restore(), [])
  const add = (files: readonly PlacedFile[], isFolder = false): void => {
    const taken = isFolder ? files.filter(({ file }) => isTaken(file)) : files
    if (taken.length > 0) addFiles(taken).then(note, notifyFailure)
    else if (isFolder) notify.info(t('upload:nothing_in_folder'))
  }
  const drop = async (transfer: DataTransfer): Promise<void> => {
    const withHandles = droppedHandles(transfer.items)
    const { files, hasFolders } = await droppedFiles(transfer)
    await withHandles(files.map(({ file }) => file))
    add(files, hasFolders)
  }
  return { add, drop: (transfer: DataTransfer) => drop(transfer).catch(notifyFailure) }
}

/** A video that another page sends here, with what is wanted of it. */
function useAskedVideo(isCustomer: boolean): void {
  const [query, setQuery] = useSearchParams()
  const file_id = query.get('video')
  const want = query.get('want')
  useEffect(() => {
    if (!isCustomer || file_id === null) return
    if (want === 'translate' || want === 'dub') setGoals({ subtitles: true, translate: true, dub: want === 'dub' })
    call('getVideo', { file_id }).then((video) => addVideos([video]), notifyFailure)
    setQuery({}, { replace: true })
  }, [isCustomer, file_id, want, setQuery])
}
