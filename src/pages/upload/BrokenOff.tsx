import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { comparePaths } from '#core/domain/file-pairs.ts'
import { forgetUpload, onUnfinished, type UnfinishedUpload, unfinishedOfAccount, uploadKey } from '#src/api/upload.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { fileOf } from '#src/ui/file-access.ts'
import { formatBytes } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Cross } from '#src/ui/icons.ts'
import { Tag } from '#src/ui/Tag.ts'
import { notify } from '#src/ui/toaster.ts'
import { finishWhole } from '#src/uploads/finish.ts'
import { noteHandle } from '#src/uploads/handles.ts'
import { forgetKept, type KeptUpload, keptUploads } from '#src/uploads/kept-files.ts'
import { lockedElsewhere, whenUnlocked } from '#src/uploads/upload-lock.ts'
import { addUploads, isUnderWay, uploads } from '#src/uploads/uploads.ts'

/**
 * Interrupted uploads of earlier visits. They resume by a stored file handle, or after choosing the same file; those
 * active in another tab are only shown.
 */
export function BrokenOff(): ReactNode {
  const { t } = useTranslation('upload')
  const { items } = useSnapshot(uploads)
  const { broken, kept, isElsewhere, lookAgain } = useUnfinished(items.length)
  const all = broken
    .filter(([, upload]) => !isUnderWay(upload, items))
    .sort(([, a], [, b]) => comparePaths(a.name, b.name))
  const left = all.filter(([key]) => !isElsewhere(key))
  const elsewhere = all.filter(([key]) => isElsewhere(key))
  const forget = (key: string): void => {
    forgetUpload(key)
    void forgetKept(key)
    lookAgain()
  }
  const goOn = async (key: string, folderId: string, handle: FileSystemFileHandle): Promise<void> => {
    const file = await fileOf(handle, 'read')
    if (file === 'denied') return notify.error(t('file_denied'))
    if (file === 'gone') return notify.error(t('file_gone'))
    if ((await uploadKey(file)) !== key) return notify.error(t('file_changed'))
    noteHandle(file, handle)
    addUploads(folderId, [file])
  }
  return (
    <>
      {elsewhere.length > 0 && (
        <Callout intent="primary" compact className="upload-broken upload-elsewhere" role="status">
          <p>{t('elsewhere')}</p>
          <ul>
            {elsewhere.map(([key, upload]) => (
              <Unfinished key={key} upload={upload} subtitles={kept.get(key)?.subtitles} />
            ))}
          </ul>
        </Callout>
      )}
      {left.length > 0 && (
        <Callout intent="warning" compact className="upload-broken">
          <p>{t(left.some(([key]) => kept.get(key)?.handle) ? 'broken_off_go_on' : 'broken_off')}</p>
          <ul>
            {left.map(([key, upload]) => {
              const { handle, subtitles } = kept.get(key) ?? {}
              const { name, folder_id } = upload
              return (
                <Unfinished key={key} upload={upload} subtitles={subtitles}>
                  {handle && (
                    <Button
                      size="small"
                      text={t('go_on')}
                      aria-label={t('go_on_with', { name })}
                      onClick={() => void goOn(key, folder_id, handle)}
                    />
                  )}
                  <IconButton size="small" icon={<Cross />} label={t('forget')} onClick={() => forget(key)} />
                </Unfinished>
              )
            })}
          </ul>
        </Callout>
      )}
    </>
  )
}

interface UnfinishedProps {
  upload: UnfinishedUpload
  subtitles: readonly File[] | undefined
  /** Its acts. */
  children?: ReactNode
}

function Unfinished({ upload: { name, size }, subtitles = [], children }: UnfinishedProps): ReactNode {
  const { t } = useTranslation('upload')
  return (
    <li>
      <span className="ellipsis">{name}</span>
      <span className="muted">{formatBytes(size)}</span>
      {subtitles.map((file) => (
        <Tag key={file.name} minimal round title={t('bound_to', { name: file.name })}>
          {file.name}
        </Tag>
      ))}
      {children}
    </li>
  )
}

/** Uploads with known state in other tabs. */
interface Asked {
  readonly known: ReadonlyMap<string, UnfinishedUpload>
  readonly isElsewhere: (key: string) => boolean
}

/**
 * This account's unfinished uploads, with stored files and activity in other tabs; fully sent ones are completed. Updated
 * when uploads start or end in any tab.
 */
function useUnfinished(listed: number) {
  const [looks, setLooks] = useState(0)
  const [known, setKnown] = useState(unfinishedOfAccount)
  const [kept, setKept] = useState<ReadonlyMap<string, KeptUpload>>(new Map())
  const [asked, setAsked] = useState<Asked>({ known: new Map(), isElsewhere: () => false })
  const lookAgain = useCallback(() => setLooks((before) => before + 1), [])
  const seen = `${listed} ${looks}`
  const [looked, setLooked] = useState(seen)
  if (looked !== seen) {
    setLooked(seen)
    setKnown(unfinishedOfAccount())
  }
  useEffect(() => {
    if (known.size === 0) return
    void keptUploads().then(setKept)
    const control = new AbortController()
    const follow = async (): Promise<void> => {
      const isElsewhere = await lockedElsewhere()
      if (control.signal.aborted) return
      setAsked({ known, isElsewhere })
      const taken = [...known.keys()].filter(isElsewhere)
      await Promise.race(taken.map((key) => whenUnlocked(key, control.signal)))
      await finishWhole((upload) => isUnderWay(upload))
      lookAgain()
    }
    void follow().catch(ofGivenUp)
    return () => control.abort()
  }, [known, lookAgain])
  useEffect(() => onUnfinished(lookAgain), [lookAgain])
  useEffect(() => void finishWhole((upload) => isUnderWay(upload)).then(lookAgain), [lookAgain])
  // One that just began in another tab is not shown as interrupted.
  const broken = [...known].filter(([key]) => asked.known.has(key))
  return { broken, kept, isElsewhere: asked.isElsewhere, lookAgain }
}

/** Aborted: the result is not needed. */
function ofGivenUp(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}
