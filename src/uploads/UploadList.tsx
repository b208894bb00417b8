import './upload-list.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Callout } from '#src/ui/Callout.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { formatShare } from '#src/ui/format.ts'
import { Cross, Repeat } from '#src/ui/icons.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { dropUpload, retryUpload, uploads } from './uploads.ts'

/** Files uploading into a folder, and refused ones. */
export function UploadList({ folderId }: { folderId: string }): ReactNode {
  const { t } = useTranslation('upload')
  const { items } = useSnapshot(uploads)
  return (
    <ul className="upload-list">
      {items
        .filter((item) => item.folderId === folderId && item.phase !== 'done')
        .map(({ key, file, phase, sent, message, mayRetry }) => (
          <li key={key} className="upload">
            <span className="ellipsis upload-name">{file.name}</span>
            {phase === 'failed' ? (
              <Callout intent="danger" compact role="alert">
                {message}
              </Callout>
            ) : (
              <>
                <Progress value={phase === 'checking' ? 1 : sent / file.size} label={file.name} />
                <span className="muted upload-state">
                  {phase === 'sending' || phase === 'done' ? formatShare(sent / file.size) : t(`phase_${phase}`)}
                </span>
              </>
            )}
            {phase === 'failed' && mayRetry && (
              <IconButton icon={<Repeat />} onClick={() => retryUpload(key)} label={t('common:retry')} />
            )}
            <IconButton icon={<Cross />} onClick={() => dropUpload(key)} label={t('remove')} />
          </li>
        ))}
    </ul>
  )
}
