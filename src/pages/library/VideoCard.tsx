import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Task } from '#core/contract/task.ts'
import type { Video } from '#core/contract/video.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { mayBeSubtitle } from '#src/subtitles/file-names.ts'
import { SubtitleFileInput } from '#src/subtitles/SubtitleFileInput.tsx'
import { formatBytes, formatList } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { More } from '#src/ui/icons.ts'
import { ContextMenu } from '#src/ui/ContextMenu.ts'
import { Menu } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { later } from '#src/ui/later.tsx'
import { useTheme } from '#src/ui/theme.ts'
import { useFileDrop } from '#src/ui/use-file-drop.ts'
import { Choice, type ChoiceProps } from './Choice.tsx'
import { VideoCover } from './VideoCover.tsx'
import { VideoFoot } from './VideoFoot.tsx'
import { VideoMenu } from './VideoMenu.tsx'
import type { VideoOverlay } from './VideoOverlays.tsx'

// Dialogs are loaded on demand.
const VideoOverlays = later(async () => (await import('./VideoOverlays.tsx')).VideoOverlays)

interface Place {
  readonly left: number
  readonly top: number
}

interface Props extends ChoiceProps {
  video: Video
  /** Its newest task. */
  task: Task | null
}

/** A video of a folder: picture, name, languages, state and menu. */
export function VideoCard({ video, task, isChosen, onChoose }: Props): ReactNode {
  const { t } = useTranslation('library')
  const [open, setOpen] = useState<VideoOverlay>()
  const [menuAt, setMenuAt] = useState<Place>()
  const input = useRef<HTMLInputElement>(null)
  const state = describeTaskState(video.state).name
  const isReady = state === 'succeeded'
  const drop = useFileDrop((files) => {
    // Files dropped on a video go to it: the page handles that.
    const isTaken = files.length > 0 && files.every(mayBeSubtitle)
    if (isTaken) setOpen({ files })
    return isTaken
  })
  const menu = (
    <VideoMenu
      video={video}
      isReady={isReady}
      onPlay={() => setOpen('preview')}
      onImport={() => input.current?.click()}
      onStart={(kind) => setOpen({ kind })}
      onOpen={setOpen}
    />
  )
  const openMenu = (event: MouseEvent): void => {
    event.preventDefault()
    setMenuAt({ left: event.clientX, top: event.clientY })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of menus and dialogs bubble here as React children, though elsewhere in the DOM.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
    const overlay = overlayOf(event, isReady)
    if (!overlay) return
    event.preventDefault()
    setOpen(overlay)
  }
  return (
    <article
      className={`video-card ${drop.isOver ? 'video-card-over' : ''} ${isChosen ? 'file-chosen' : ''}`}
      data-video={video.video_id}
      data-state={state}
      onContextMenu={openMenu}
      onKeyDown={onKeyDown}
      {...drop.handlers}
    >
      <VideoCover video={video} state={state} onPlay={() => setOpen('preview')} />
      <Choice name={video.video_name} isChosen={isChosen} onChoose={onChoose} />
      <div className="video-title">
        <Link className="video-name" to={`/lab/pro/srt-edit?video=${video.video_id}`} title={video.video_name}>
          {video.video_name}
        </Link>
        <Popover placement="bottom-end" middleware={WITHIN_WINDOW} content={menu}>
          <IconButton
            size="small"
            icon={<More />}
            className="video-more"
            label={t('actions', { name: video.video_name })}
          />
        </Popover>
      </div>
      <Facts video={video} />
      <div className="video-foot">
        <VideoFoot video={video} state={state} task={task} onDelete={() => setOpen('delete')} />
      </div>
      <MenuAt place={menuAt} menu={menu} onClose={() => setMenuAt(undefined)} />
      <SubtitleFileInput input={input} onFile={(file) => setOpen({ files: [file] })} />
      {open && <VideoOverlays video={video} open={open} onClose={() => setOpen(undefined)} />}
    </article>
  )
}

/** In a low window the menu does not fit below or above a card: then it covers the card. */
const WITHIN_WINDOW = { flip: {}, shift: { crossAxis: true, padding: 8 } }

interface MenuAtProps {
  /** In the window; undefined if closed. */
  place: Place | undefined
  menu: React.JSX.Element
  onClose: () => void
}

/** The card's menu by right click or the menu key. */
function MenuAt({ place, menu, onClose }: MenuAtProps): ReactNode {
  const isDark = useTheme() === 'dark'
  return (
    <ContextMenu
      isOpen={place !== undefined}
      isDarkTheme={isDark}
      targetOffset={place}
      content={place ? menu : <Menu />}
      onClose={onClose}
    />
  )
}

/** Shortcuts of a card, unless a button of it needs the key. */
function overlayOf(
  { key, target, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  isReady: boolean,
): VideoOverlay | undefined {
  if (key === 'Delete') return 'delete'
  if (key === 'F2') return 'rename'
  const isOnName = target instanceof Element && target.matches('.video-name')
  const isPlain = !ctrlKey && !metaKey && !shiftKey
  return key === ' ' && isPlain && isOnName && isReady ? 'preview' : undefined
}

/** Subtitles and their languages; then what the file is, and how long it stays. */
function Facts({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('library')
  const nameOf = useLanguageNames()
  const { width, height, size, has_picture } = video.video_info
  const languages = formatList(video.subtitle_languages.map(nameOf))
  const count = video.subtitle_sum
  const facts = [
    nameOf(video.language),
    has_picture ? width > 0 && `${width}×${height}` : t('sound'),
    size > 0 && formatBytes(size),
  ].filter((fact) => fact !== false)
  return (
    <div className="video-facts muted">
      <p className="ellipsis" title={languages}>
        {count > 0 ? (
          <>
            <strong>{t('versions', { count })}</strong> {languages}
          </>
        ) : (
          t('no_versions')
        )}
      </p>
      <p className="video-kept" title={facts.join(' · ')}>
        <span className="ellipsis">{facts.join(' · ')}</span>
        <span>{t('days_left', { count: video.days_left })}</span>
      </p>
    </div>
  )
}
