import { type MouseEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths } from '#core/domain/limits.ts'
import type { ProVideo } from '#core/contract/pro.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { NameDialog } from '#src/shell/dialogs/NameDialog.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Edit, Trash } from '#src/ui/icons.ts'
import { ContextMenu } from '#src/ui/ContextMenu.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { useTheme } from '#src/ui/theme.ts'
import { notify } from '#src/ui/toaster.ts'
import type { TabProps } from '../open-folder.ts'

interface OpenMenu {
  readonly video: ProVideo
  /** In the window. */
  readonly place: { readonly left: number; readonly top: number }
  /** Gets the focus back. */
  readonly from: HTMLElement | undefined
}

interface VideoMenu {
  /** Opens at a video's button, at a right click, or by the menu key. */
  readonly onClick: (event: MouseEvent) => void
  readonly onContextMenu: (event: MouseEvent) => void
  /** The menu and its dialogs. */
  readonly overlays: ReactNode
}

/** One menu for all videos of a list. */
export function useVideoMenu({ folder, onChoose }: TabProps, items: readonly ProVideo[] | undefined): VideoMenu {
  const [open, setOpen] = useState<OpenMenu>()
  const show = ({ target, clientX, clientY }: MouseEvent, button: HTMLElement | undefined): boolean => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-video]') : null
    const video = items?.find(({ video_id }) => video_id === row?.dataset['video'])
    if (!video) return false
    const { right, bottom } = button?.getBoundingClientRect() ?? { right: clientX, bottom: clientY }
    const from = button ?? (document.activeElement instanceof HTMLElement ? document.activeElement : undefined)
    setOpen({ video, place: { left: right, top: bottom }, from })
    return true
  }
  const close = (): void => {
    open?.from?.focus()
    setOpen(undefined)
  }
  return {
    onClick: (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('.pro-more') : null
      if (button) show(event, button)
    },
    onContextMenu: (event) => {
      // The page's own menus are elsewhere in the DOM.
      if (!event.currentTarget.contains(event.target as Node)) return
      if (show(event, undefined)) event.preventDefault()
    },
    overlays: <Overlays folder={folder} open={open} onClose={close} onChoose={onChoose} />,
  }
}

interface Props extends Pick<TabProps, 'folder' | 'onChoose'> {
  open: OpenMenu | undefined
  onClose: () => void
}

function Overlays({ folder, open, onClose, onChoose }: Props): ReactNode {
  const { t } = useTranslation('pro')
  const isDark = useTheme() === 'dark'
  const [dialog, setDialog] = useState<{ readonly what: 'rename' | 'delete'; readonly video: ProVideo }>()
  const close = (): void => setDialog(undefined)
  const remove = async ({ video_id }: ProVideo): Promise<void> => {
    close()
    try {
      await call('deleteVideo', { folder_id: folder.folder_id, video_id })
      onChoose((chosen) => chosen.filter((each) => each !== video_id))
      notify.success(t('common:deleted'))
      await refresh('listProVideos', 'getProFolder', 'listProFolders', 'listProSubtitles')
    } catch (error) {
      notifyFailure(error)
    }
  }
  const entriesOf = (video: ProVideo): React.JSX.Element => (
    <Menu aria-label={t('actions', { name: video.video_name })}>
      <MenuItem icon={<Edit />} text={t('rename')} onClick={() => setDialog({ what: 'rename', video })} />
      <MenuItem
        icon={<Trash />}
        intent="danger"
        text={t('common:delete')}
        onClick={() => setDialog({ what: 'delete', video })}
      />
    </Menu>
  )
  return (
    <>
      <ContextMenu
        isOpen={open !== undefined}
        isDarkTheme={isDark}
        targetOffset={open?.place}
        content={open ? entriesOf(open.video) : <Menu />}
        onClose={onClose}
      />
      {dialog?.what === 'rename' && (
        <NameDialog
          title={t('rename_video')}
          label={t('video_name')}
          name={dialog.video.video_name}
          maxLength={nameLengths.file}
          confirmText={t('rename')}
          onName={async (name) => {
            await call('renameVideo', { file_id: dialog.video.video_id, name })
            await refresh('listProVideos', 'listProSubtitles')
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={dialog?.what === 'delete'}
        text={t('delete_video_question', { name: dialog?.video.video_name ?? '' })}
        confirmText={t('common:delete')}
        onConfirm={() => dialog && remove(dialog.video)}
        onClose={close}
      />
    </>
  )
}
