import { Button, Callout, Tag } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { comparePaths } from '#core/domain/file-pairs.ts'
import { forgetUpload, unfinishedOfAccount, uploadKey } from '#src/api/upload.ts'
import { fileOf } from '#src/ui/file-access.ts'
import { formatBytes } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { notify } from '#src/ui/toaster.ts'
import { finishWhole } from '#src/uploads/finish.ts'
import { noteHandle } from '#src/uploads/handles.ts'
import { forgetKept, type KeptUpload, keptUploads } from '#src/uploads/kept-files.ts'
import { addUploads, isUnderWay, uploads } from '#src/uploads/uploads.ts'

/**
 * Uploads of before that did not end. Where the browser keeps what opens the file again a press goes on where it stopped;
 * elsewhere the same file, chosen again.
 */
export function BrokenOff(): ReactNode {
  const { t } = useTranslation('upload')
  const { items } = useSnapshot(uploads)
  const { known, kept, lookAgain } = useUnfinished(items.length)
  const left = [...known]
    .filter(([, upload]) => !isUnderWay(upload, items))
    .sort(([, a], [, b]) => comparePaths(a.name, b.name))
  if (left.length === 0) return null
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
    <Callout intent="warning" compact className="upload-broken">
      <p>{t(left.some(([key]) => kept.get(key)?.handle) ? 'broken_off_go_on' : 'broken_off')}</p>
      <ul>
        {left.map(([key, { name, size, folder_id }]) => {
          const { handle, subtitles = [] } = kept.get(key) ?? {}
          return (
            <li key={key}>
              <span className="ellipsis">{name}</span>
              <span className="muted">{formatBytes(size)}</span>
              {subtitles.map((file) => (
                <Tag key={file.name} minimal round title={t('bound_to', { name: file.name })}>
                  {file.name}
                </Tag>
              ))}
              {handle && (
                <Button
                  size="small"
                  text={t('go_on')}
                  aria-label={t('go_on_with', { name })}
                  onClick={() => void goOn(key, folder_id, handle)}
                />
              )}
              <IconButton size="small" icon={<Cross />} label={t('forget')} onClick={() => forget(key)} />
            </li>
          )
        })}
      </ul>
    </Callout>
  )
}

/**
 * Uploads of this account that did not end, and what is kept for them; those that only want their last step get it. They
 * are looked for again with each upload that is begun or taken off the list.
 */
function useUnfinished(listed: number) {
  const [looks, setLooks] = useState(0)
  const [kept, setKept] = useState<ReadonlyMap<string, KeptUpload>>(new Map())
  const lookAgain = useCallback(() => setLooks((before) => before + 1), [])
  const [known, setKnown] = useState(unfinishedOfAccount)
  const seen = `${listed} ${looks}`
  const [looked, setLooked] = useState(seen)
  if (looked !== seen) {
    setLooked(seen)
    setKnown(unfinishedOfAccount())
  }
  useEffect(() => {
    if (known.size > 0) void keptUploads().then(setKept)
  }, [known])
  useEffect(() => void finishWhole((upload) => isUnderWay(upload)).then(lookAgain), [lookAgain])
  return { known, kept, lookAgain }
}
