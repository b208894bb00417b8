import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RoleForm } from '#src/tasks/speakers/RoleForm.tsx'
import { useDialog, useEditor, useLibrary } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'

/** Edits the name and pictures of a speaker. */
export function RoleDialog(): ReactNode {
  const { t } = useTranslation('editor')
  const { dialogs } = useEditor()
  const role = useDialog('role')?.role
  const { folder_id = '' } = useLibrary()?.video ?? {}
  return (
    <EditorDialog name="role" title={t(role ? 'edit_role' : 'add_role')} className="role-dialog">
      <RoleForm folderId={folder_id} role={role} onClose={() => dialogs.close('role')} />
    </EditorDialog>
  )
}
