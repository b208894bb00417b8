import { Callout } from '@blueprintjs/core'
import { Cross, Repeat } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { dropUpload, retryUpload, uploads } from './uploads.ts'

/** Files on their way into a folder, and those that were refused. */
export function UploadList({ folderId }: { folderId: string }): ReactNode {
  const { t } = useTranslation('library')
  const { items } = useSnapshot(uploads)
  return (
    <ul className="upload-list">
      {items
        .filter((item) => item.folderId === folderId)
        .map((item) => (
          <li key={item.key} className="upload">
            <span className="ellipsis upload-name">{item.file.name}</span>
            {item.phase === 'failed' ? (
              <Callout intent="danger" compact role="alert">
                {item.message}
              </Callout>
            ) : (
              <>
                <Progress value={item.phase === 'checking' ? 1 : item.progress} label={item.file.name} />
                <span className="muted upload-state">
                  {item.phase === 'checking' ? t('checking') : `${Math.floor(item.progress * 100)} %`}
                </span>
              </>
            )}
            {item.phase === 'failed' && item.mayRetry && (
              <IconButton icon={<Repeat />} onClick={() => retryUpload(item.key)} label={t('try_again')} />
            )}
            <IconButton icon={<Cross />} onClick={() => dropUpload(item.key)} label={t('remove_upload')} />
          </li>
        ))}
    </ul>
  )
}
