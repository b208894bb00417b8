import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths } from '#core/domain/limits.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { NameDialog } from '#src/shell/dialogs/NameDialog.tsx'
import { BindDialog } from './BindDialog.tsx'
import { deleteWithUndo } from './deletions.ts'
import { DownloadDialog } from './DownloadDialog.tsx'
import type { ChosenFile } from './files.ts'
import { LanguageDialog } from './LanguageDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { TextDialog } from './TextDialog.tsx'

/** Open overlays of a subtitle file's card. */
export type SubtitleOverlay = 'text' | 'bind' | 'language' | 'move' | 'download' | 'rename' | 'delete'

interface Props {
  version: SubtitleVersion
  open: SubtitleOverlay
  onClose: () => void
}

/** The open dialog of a subtitle file. */
export function SubtitleOverlays({ version, open, onClose }: Props): ReactNode {
  const { t } = useTranslation('library')
  const file: ChosenFile = { kind: 'subtitle', id: version.file_id, name: version.name, language: version.language }
  const { folder_id: folderId } = version
  switch (open) {
    case 'text':
      return <TextDialog version={version} onClose={onClose} />
    case 'bind':
      return <BindDialog folderId={folderId} file={version} onClose={onClose} />
    case 'language':
      return <LanguageDialog files={[file]} onClose={onClose} />
    case 'move':
      return <MoveDialog folderId={folderId} files={[file]} onClose={onClose} />
    case 'download':
      return <DownloadDialog folderId={folderId} files={[file]} onClose={onClose} />
    case 'rename':
      return (
        <NameDialog
          title={t('rename_file')}
          label={t('file_name')}
          name={version.name}
          maxLength={nameLengths.file}
          confirmText={t('rename')}
          onName={async (name) => {
            await call('renameVersion', { file_id: version.file_id, name })
            await refresh('listFiles', 'listVersions')
          }}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <ConfirmDialog
          open
          text={t('delete_file_question', { name: version.name })}
          confirmText={t('common:delete')}
          onConfirm={() => deleteWithUndo(folderId, [file]).then(onClose)}
          onClose={onClose}
        />
      )
  }
}
