import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Video } from '#core/contract/video.ts'
import { isVisitor } from '#src/api/session.ts'
import type { TaskKind } from '#src/tasks/kind.ts'
import { taskKinds } from '#src/tasks/kinds.ts'
import {
  Download,
  Edit,
  FolderOpen,
  History,
  Import,
  Layers,
  Link as LinkIcon,
  NewPerson,
  Play,
  TextHighlight,
  Translate,
  Trash,
} from '#src/ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'

interface Props {
  video: Video
  isReady: boolean
  onPlay: () => void
  onImport: () => void
  onStart: (kind: TaskKind) => void
  onOpen: (overlay: 'bind' | 'used' | 'language' | 'move' | 'share' | 'download' | 'rename' | 'delete') => void
}

/** A video's menu, with the shortcuts of its card. */
export function VideoMenu({ video, isReady, onPlay, onImport, onStart, onOpen }: Props): ReactNode {
  const { t } = useTranslation(['library', 'subtitles', 'tasks'])
  const navigate = useNavigate()
  const { has_picture } = video.video_info
  const go = (address: string) => () => void navigate(address)
  return (
    <Menu aria-label={t('actions', { name: video.video_name })}>
      <MenuItem
        icon={<Edit />}
        text={t('open_editor')}
        label={t('key_enter')}
        disabled={!isReady}
        onClick={go(`/lab/pro/srt-edit?video=${video.video_id}`)}
      />
      <MenuItem icon={<Play />} text={t('tasks:preview')} label={t('key_space')} disabled={!isReady} onClick={onPlay} />
      <MenuItem icon={<Import />} text={t('import_file', { ns: 'subtitles' })} onClick={onImport} />
      <MenuItem icon={<LinkIcon />} text={t('bind_file')} onClick={() => onOpen('bind')} />
      <MenuDivider />
      {taskKinds.map((kind) => (
        <MenuItem
          key={kind.type}
          icon={<kind.icon />}
          text={t(kind.title, { ns: 'tasks' })}
          disabled={(kind.needsVideo && !isReady) || (kind.needsPicture === true && !has_picture)}
          onClick={() => onStart(kind)}
        />
      ))}
      <MenuDivider />
      <MenuItem icon={<Layers />} text={t('used_versions')} onClick={() => onOpen('used')} />
      <MenuItem icon={<Translate />} text={t('set_language')} onClick={() => onOpen('language')} />
      <MenuItem icon={<FolderOpen />} text={t('move')} onClick={() => onOpen('move')} />
      <MenuItem icon={<Download />} text={t('download')} onClick={() => onOpen('download')} />
      {!isVisitor() && <MenuItem icon={<NewPerson />} text={t('share')} onClick={() => onOpen('share')} />}
      {!isVisitor() && (
        <MenuItem icon={<History />} text={t('tasks_of_video')} onClick={go(`/lab/history?video=${video.video_id}`)} />
      )}
      <MenuItem icon={<TextHighlight />} text={t('rename')} label="F2" onClick={() => onOpen('rename')} />
      <MenuItem
        icon={<Trash />}
        intent="danger"
        text={t('common:delete')}
        label={t('key_delete')}
        onClick={() => onOpen('delete')}
      />
    </Menu>
  )
}
