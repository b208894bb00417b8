import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Folder } from '#core/contract/folder.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import type { BulkAction } from './BulkBar.tsx'
import { deleteWithUndo } from './deletions.ts'
import { DownloadDialog } from './DownloadDialog.tsx'
import { LanguageDialog } from './LanguageDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import type { Selection } from './selection.ts'

interface Props {
  folder: Folder
  selection: Selection
  action: BulkAction
  onClose: () => void
}

/** Dialogs of bulk acts. */
export function BulkDialogs({ folder, selection, action, onClose }: Props): ReactNode {
  const { t } = useTranslation('library')
  const { files } = selection
  const done = (): void => {
    selection.clear()
    onClose()
  }
  switch (action) {
    case 'move':
      return <MoveDialog folderId={folder.folder_id} files={files} onMoved={done} onClose={onClose} />
    case 'language':
      return <LanguageDialog files={files} onClose={onClose} />
    case 'download':
      return <DownloadDialog folderId={folder.folder_id} files={files} onClose={onClose} />
    case 'download-folder':
      return <DownloadDialog folderId={folder.folder_id} name={folder.folder_name} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmDialog
          open
          text={t('delete_files_question', { count: files.length })}
          confirmText={t('common:delete')}
          onConfirm={() => deleteWithUndo(folder.folder_id, files).then(done)}
          onClose={onClose}
        />
      )
  }
}
