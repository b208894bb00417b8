import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { daysLeft, formatAgo, formatBytes } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import {
  Document,
  Download,
  Edit,
  FolderOpen,
  Link as LinkIcon,
  More,
  TextHighlight,
  Translate,
  Trash,
} from '#src/ui/icons.ts'
import { ContextMenu } from '#src/ui/ContextMenu.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { later } from '#src/ui/later.tsx'
import { useTheme } from '#src/ui/theme.ts'
import { Choice, type ChoiceProps } from './Choice.tsx'
import type { SubtitleOverlay } from './SubtitleOverlays.tsx'

// Dialogs are loaded on demand.
const SubtitleOverlays = later(async () => (await import('./SubtitleOverlays.tsx')).SubtitleOverlays)

interface Props extends ChoiceProps {
  version: SubtitleVersion
}

/** A subtitle file without a video. */
export function SubtitleCard({ version, isChosen, onChoose }: Props): ReactNode {
  const { t } = useTranslation('library')
  const [open, setOpen] = useState<SubtitleOverlay>()
  const [menuAt, setMenuAt] = useState<{ left: number; top: number }>()
  const isDark = useTheme() === 'dark'
  const menu = <SubtitleMenu version={version} onOpen={setOpen} />
  const openMenu = (event: MouseEvent): void => {
    event.preventDefault()
    setMenuAt({ left: event.clientX, top: event.clientY })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
    const overlay = overlayOf(event)
    if (!overlay) return
    event.preventDefault()
    setOpen(overlay)
  }
  return (
    <article
      className={isChosen ? 'video-card file-chosen' : 'video-card'}
      data-file={version.file_id}
      onContextMenu={openMenu}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        className="cover cover-text"
        onClick={() => setOpen('text')}
        aria-label={t('read', { name: version.name })}
      >
        <Document size={28} />
        <span className="file-format">{(version.imported_format ?? 'srt').toUpperCase()}</span>
      </button>
      <Choice name={version.name} isChosen={isChosen} onChoose={onChoose} />
      <div className="video-title">
        <Link className="video-name" to={editorOf(version)} title={version.name}>
          {version.name}
        </Link>
        <Popover placement="bottom-end" content={menu}>
          <IconButton
            size="small"
            icon={<More />}
            className="video-more"
            label={t('actions', { name: version.name })}
          />
        </Popover>
      </div>
      <Facts version={version} />
      <div className="video-foot">
        <p className="muted video-quiet">{t('changed', { ago: formatAgo(version.update_time) })}</p>
      </div>
      <ContextMenu
        isOpen={menuAt !== undefined}
        isDarkTheme={isDark}
        targetOffset={menuAt}
        content={menuAt ? menu : <Menu />}
        onClose={() => setMenuAt(undefined)}
      />
      {open && <SubtitleOverlays version={version} open={open} onClose={() => setOpen(undefined)} />}
    </article>
  )
}

/** The editor on a file without a video. */
const editorOf = ({ file_id }: SubtitleVersion): string => `/lab/pro/srt-edit?file=${file_id}`

function overlayOf({ key, target, ctrlKey, metaKey, shiftKey }: KeyboardEvent): SubtitleOverlay | undefined {
  if (key === 'Delete') return 'delete'
  if (key === 'F2') return 'rename'
  const isOnName = target instanceof Element && target.matches('.video-name')
  return key === ' ' && isOnName && !ctrlKey && !metaKey && !shiftKey ? 'text' : undefined
}

function Facts({ version }: { version: SubtitleVersion }): ReactNode {
  const { t } = useTranslation('library')
  const nameOf = useLanguageNames()
  return (
    <div className="video-facts muted">
      <p className="ellipsis">
        <strong>{t('subtitle_file')}</strong> {t('lines', { count: version.cue_sum })}
      </p>
      <p className="video-kept">
        <span className="ellipsis">
          {nameOf(version.language)} · {formatBytes(version.size)}
        </span>
        <span>{t('days_left', { count: daysLeft(version.create_time) })}</span>
      </p>
    </div>
  )
}

interface MenuProps {
  version: SubtitleVersion
  onOpen: (overlay: SubtitleOverlay) => void
}

function SubtitleMenu({ version, onOpen }: MenuProps): ReactNode {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  return (
    <Menu aria-label={t('actions', { name: version.name })}>
      <MenuItem icon={<Edit />} text={t('edit_file')} onClick={() => void navigate(editorOf(version))} />
      <MenuItem icon={<Document />} text={t('read_text')} label={t('key_space')} onClick={() => onOpen('text')} />
      <MenuItem icon={<LinkIcon />} text={t('bind_video')} onClick={() => onOpen('bind')} />
      <MenuDivider />
      <MenuItem icon={<Translate />} text={t('set_language')} onClick={() => onOpen('language')} />
      <MenuItem icon={<FolderOpen />} text={t('move')} onClick={() => onOpen('move')} />
      <MenuItem icon={<Download />} text={t('download')} onClick={() => onOpen('download')} />
      <MenuDivider />
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
