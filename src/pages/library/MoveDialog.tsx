import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFolders } from '#src/api/folders.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { Select } from '#src/ui/Select.tsx'
import { moveInto } from './drag.ts'
import { type ChosenFile, idsOf } from './files.ts'
import { FormDialog } from './FormDialog.tsx'

interface Props {
  /** Their current folder. */
  folderId: string
  files: readonly ChosenFile[]
  onMoved?: () => void
  onClose: () => void
}

/** Chooses the target folder of files. */
export function MoveDialog({ folderId, files, onMoved, onClose }: Props): ReactNode {
  const { t } = useTranslation('library')
  const { data } = useFolders()
  const others = data?.list.filter(({ folder_id }) => folder_id !== folderId) ?? []
  const [chosen, choose] = useState<string>()
  const folder = others.find(({ folder_id }) => folder_id === chosen) ?? others[0]
  return (
    <FormDialog
      title={t('move_title', { count: files.length })}
      confirmText={t('move_here')}
      disabled={!folder}
      onConfirm={async () => {
        if (!folder) return
        await moveInto(folder, idsOf(files), folderId)
        onMoved?.()
      }}
      onClose={onClose}
    >
      {data && others.length === 0 ? (
        <p>{t('move_nowhere')}</p>
      ) : (
        <FormGroup label={t('move_to')} labelFor="move-folder" helperText={t('move_text')}>
          <Select
            id="move-folder"
            value={folder?.folder_id ?? ''}
            options={others.map(({ folder_id, folder_name }) => ({ value: folder_id, label: folder_name }))}
            onChange={choose}
          />
        </FormGroup>
      )}
    </FormDialog>
  )
}
