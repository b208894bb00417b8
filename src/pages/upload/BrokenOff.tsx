import { Callout } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { unfinishedUploads } from '#src/api/upload.ts'
import { formatBytes } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { uploads } from '#src/uploads/uploads.ts'

/** Uploads of before that did not end: the same file, chosen again, goes on where it stopped. */
export function BrokenOff(): ReactNode {
  const { t } = useTranslation('upload')
  const { items } = useSnapshot(uploads)
  const [known, setKnown] = useState(() => unfinishedUploads.get())
  const left = Object.entries(known).filter(
    ([, { name, size }]) => !items.some(({ file }) => file.name === name && file.size === size),
  )
  if (left.length === 0) return null
  const forget = (key: string): void => {
    const { [key]: _, ...rest } = unfinishedUploads.get()
    unfinishedUploads.set(rest)
    setKnown(rest)
  }
  return (
    <Callout intent="warning" compact className="upload-broken">
      <p>{t('broken_off')}</p>
      <ul>
        {left.map(([key, { name, size }]) => (
          <li key={key}>
            <span className="ellipsis">{name}</span>
            <span className="muted">{formatBytes(size)}</span>
            <IconButton size="small" icon={<Cross />} label={t('forget')} onClick={() => forget(key)} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}
