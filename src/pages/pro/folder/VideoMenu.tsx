import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Edit, More, Trash } from '@blueprintjs/icons'
import more from '@blueprintjs/icons/lib/esm/generated/16px/paths/more.js'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProVideo } from '#core/contract/pro.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { NameDialog } from '#src/shell/dialogs/NameDialog.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { PlainIcon } from '#src/ui/PlainIcon.tsx'
import { notify } from '#src/ui/toaster.ts'
import type { OpenFolder } from '../open-folder.ts'

const MAX_NAME = 200

interface Props {
  folder: OpenFolder
  video: ProVideo
}

/** What can be done with one video of the list; no more than its button until that is pressed, for a list of hundreds. */
export function VideoMenu({ folder, video, label }: Props & { label: string }): ReactNode {
  const [isUsed, setUsed] = useState(false)
  if (isUsed) return <Entries folder={folder} video={video} />
  return (
    <button
      type="button"
      className="bp6-button bp6-small bp6-minimal pro-more"
      aria-label={label}
      data-tip={label}
      onClick={() => setUsed(true)}
    >
      <PlainIcon paths={more} />
    </button>
  )
}

function Entries({ folder, video }: Props): ReactNode {
  const { t } = useTranslation('pro')
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const { video_id, video_name } = video
  const close = (): void => setOpen(undefined)
  const remove = async (): Promise<void> => {
    close()
    try {
      await call('deleteVideo', { folder_id: folder.folder_id, video_id })
      notify.success(t('common:deleted'))
      await refresh('listProVideos', 'getProFolder', 'listProFolders', 'listProSubtitles')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <>
      <PopoverNext
        defaultIsOpen
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem icon={<Edit />} text={t('rename')} onClick={() => setOpen('rename')} />
            <MenuItem icon={<Trash />} intent="danger" text={t('common:delete')} onClick={() => setOpen('delete')} />
          </Menu>
        }
      >
        <IconButton size="small" icon={<More />} className="pro-more" label={t('actions', { name: video_name })} />
      </PopoverNext>
      {open === 'rename' && (
        <NameDialog
          title={t('rename_video')}
          label={t('video_name')}
          name={video_name}
          maxLength={MAX_NAME}
          confirmText={t('rename')}
          onName={async (name) => {
            await call('renameVideo', { file_id: video_id, name })
            await refresh('listProVideos', 'listProSubtitles')
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        text={t('delete_video_question', { name: video_name })}
        confirmText={t('common:delete')}
        onConfirm={() => void remove()}
        onClose={close}
      />
    </>
  )
}
