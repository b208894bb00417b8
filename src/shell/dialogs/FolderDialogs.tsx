import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths } from '#core/domain/limits.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { NameDialog } from './NameDialog.tsx'

/** Calls that show folders or their names. */
const refreshFolders = (): Promise<void> => refresh('listFolders', 'listProFolders', 'getProFolder', 'listBatches')

interface NewProps {
  /** Called with the new folder. */
  onMade: (folderId: string) => void | Promise<void>
  onClose: () => void
}

/** Creates a folder. */
export function NewFolderDialog({ onMade, onClose }: NewProps): ReactNode {
  const { t } = useTranslation('shell')
  return (
    <NameDialog
      title={t('new_folder')}
      label={t('folder_name')}
      maxLength={nameLengths.folder}
      confirmText={t('create')}
      onName={async (folder_name) => {
        const { folder_id } = await call('addFolder', { folder_name })
        await refreshFolders()
        await onMade(folder_id)
      }}
      onClose={onClose}
    />
  )
}

interface RenameProps {
  folder: { readonly folder_id: string; readonly folder_name: string }
  onClose: () => void
}

/** Renames a folder. */
export function RenameFolderDialog({ folder: { folder_id, folder_name }, onClose }: RenameProps): ReactNode {
  const { t } = useTranslation('shell')
  return (
    <NameDialog
      title={t('rename_folder')}
      label={t('folder_name')}
      name={folder_name}
      maxLength={nameLengths.folder}
      confirmText={t('rename')}
      onName={async (name) => {
        await call('renameFolder', { folder_id, folder_name: name })
        await refreshFolders()
      }}
      onClose={onClose}
    />
  )
}
