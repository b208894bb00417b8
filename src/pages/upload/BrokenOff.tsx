import { Button, Callout } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { fingerprint, unfinishedUploads } from '#src/api/upload.ts'
import { fileOf } from '#src/ui/file-access.ts'
import { formatBytes } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { notify } from '#src/ui/toaster.ts'
import { forgetHandle, keptHandles, noteHandle } from '#src/uploads/handles.ts'
import { addUploads, uploads } from '#src/uploads/uploads.ts'

/**
 * Uploads of before that did not end. Where the browser keeps what opens the file again a press goes on where it stopped;
 * elsewhere the same file, chosen again.
 */
export function BrokenOff(): ReactNode {
  const { t } = useTranslation('upload')
  const { items } = useSnapshot(uploads)
  const [known, setKnown] = useState(() => unfinishedUploads.get())
  const [handles, setHandles] = useState<ReadonlyMap<string, FileSystemFileHandle>>(new Map())
  useEffect(() => {
    if (Object.keys(known).length > 0) void keptHandles().then(setHandles)
  }, [known])
  const left = Object.entries(known).filter(
    ([, { name, size }]) => !items.some(({ file }) => file.name === name && file.size === size),
  )
  if (left.length === 0) return null
  const forget = (key: string): void => {
    const { [key]: _, ...rest } = unfinishedUploads.get()
    unfinishedUploads.set(rest)
    setKnown(rest)
    void forgetHandle(key)
  }
  const goOn = async (key: string, folderId: string, handle: FileSystemFileHandle): Promise<void> => {
    const file = await fileOf(handle, 'read')
    if (file === 'denied') return notify.error(t('file_denied'))
    if (file === 'gone') return notify.error(t('file_gone'))
    if ((await fingerprint(file)) !== key) return notify.error(t('file_changed'))
    noteHandle(file, handle)
    addUploads(folderId, [file])
  }
  return (
    <Callout intent="warning" compact className="upload-broken">
      <p>{t(left.some(([key]) => handles.has(key)) ? 'broken_off_go_on' : 'broken_off')}</p>
      <ul>
        {left.map(([key, { name, size, folder_id }]) => {
          const handle = handles.get(key)
          return (
            <li key={key}>
              <span className="ellipsis">{name}</span>
              <span className="muted">{formatBytes(size)}</span>
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
