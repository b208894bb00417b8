import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useNavigate } from 'react-router-dom'
import type { Folder } from '#core/contract/folder.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { formatNumber } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Edit, FolderClose, FolderOpen, More, Trash } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { notify } from '#src/ui/toaster.ts'
import { stopUploadsInto } from '#src/uploads/uploads.ts'
import { DRAGGED_FILES } from '#src/ui/use-file-drop.ts'
import { RenameFolderDialog } from '#src/shell/dialogs/FolderDialogs.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import { carriedFiles, moveInto } from './drag.ts'

interface Props {
  folder: Folder
  isOpen: boolean
  /** The open folder: the source of drags. */
  openId: string
}

/** A folder in the list, with its menu. */
export function FolderEntry({ folder, isOpen, openId }: Props): ReactNode {
  const { t } = useTranslation('library')
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = (): void => setOpen(undefined)
  const drop = useFilesDrop(folder, openId)
  const look = `folder-entry ${isOpen ? 'folder-open' : ''} ${drop.isOver ? 'folder-over' : ''}`
  return (
    <div className={look} {...drop.handlers}>
      <NavLink to={`/lab/library/file/${folder.folder_id}`} aria-current={isOpen ? 'page' : undefined}>
        {isOpen ? <FolderOpen /> : <FolderClose />}
        <span className="ellipsis" title={folder.folder_name}>
          {folder.folder_name}
        </span>
        <span className="muted folder-sum">{formatNumber(folder.file_sum)}</span>
      </NavLink>
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem icon={<Edit />} text={t('rename')} onClick={() => setOpen('rename')} />
            <MenuItem icon={<Trash />} intent="danger" text={t('common:delete')} onClick={() => setOpen('delete')} />
          </Menu>
        }
      >
        <IconButton
          size="small"
          icon={<More />}
          className="folder-more"
          label={t('actions', { name: folder.folder_name })}
        />
      </Popover>
      {open === 'rename' && <RenameFolderDialog folder={folder} onClose={close} />}
      {open === 'delete' && <DeleteFolder folder={folder} isOpen={isOpen} onClose={close} />}
    </div>
  )
}

/** Accepts the open folder's files dropped on another one. */
function useFilesDrop(folder: Folder, openId: string) {
  const [isOver, setOver] = useState(false)
  const takes = (event: DragEvent): boolean =>
    folder.folder_id !== openId && event.dataTransfer.types.includes(DRAGGED_FILES)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent): void => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (): void => setOver(false),
      onDrop: (event: DragEvent): void => {
        setOver(false)
        const files = takes(event) ? carriedFiles(event.dataTransfer) : undefined
        if (!files) return
        event.preventDefault()
        void moveInto(folder, files, openId)
      },
    },
  }
}

function DeleteFolder({ folder, isOpen, onClose }: { folder: Folder; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  const remove = async (): Promise<void> => {
    try {
      await call('deleteFolder', { folder_id: folder.folder_id })
      stopUploadsInto(folder.folder_id)
      notify.success(t('common:deleted'))
      await refresh('listFolders')
      if (isOpen) await navigate('/lab/library')
    } catch (error) {
      notifyFailure(error)
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      text={t(folder.file_sum > 0 ? 'delete_folder_question' : 'delete_empty_folder_question', {
        name: folder.folder_name,
        count: folder.file_sum,
      })}
      confirmText={t('common:delete')}
      onConfirm={() => remove()}
      onClose={onClose}
    />
  )
}
