import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProFolder } from '#core/contract/pro.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { RenameFolderDialog } from '#src/shell/dialogs/FolderDialogs.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Edit, More, Trash } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { notify } from '#src/ui/toaster.ts'
import { stopUploadsInto } from '#src/uploads/uploads.ts'

interface Props {
  folder: ProFolder
  onDeleted?: () => void
}

/** Renames or deletes a folder. */
export function FolderMenu({ folder, onDeleted }: Props): ReactNode {
  const { t } = useTranslation('pro')
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const { folder_id, folder_name } = folder
  const close = (): void => setOpen(undefined)
  const remove = async (): Promise<void> => {
    close()
    try {
      await call('deleteFolder', { folder_id })
      stopUploadsInto(folder_id)
      notify.success(t('common:deleted'))
      onDeleted?.()
      await refresh('listProFolders', 'listFolders', 'listBatches')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <>
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem icon={<Edit />} text={t('rename')} onClick={() => setOpen('rename')} />
            <MenuItem icon={<Trash />} intent="danger" text={t('common:delete')} onClick={() => setOpen('delete')} />
          </Menu>
        }
      >
        <IconButton size="small" icon={<More />} className="pro-more" label={t('actions', { name: folder_name })} />
      </Popover>
      {open === 'rename' && <RenameFolderDialog folder={folder} onClose={close} />}
      <ConfirmDialog
        open={open === 'delete'}
        text={t('delete_folder_question', { name: folder_name, count: folder.video_sum })}
        confirmText={t('common:delete')}
        onConfirm={() => remove()}
        onClose={close}
      />
    </>
  )
}
