import './TopBar.css'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { rowHeightsPx } from '#core/domain/limits.ts'
import type { Reach } from '#core/domain/share.ts'
import { TrayMark } from '#src/shell/tray/TrayMark.tsx'
import { useVersionName } from '#src/tasks/version-name.ts'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import {
  AlignLeft,
  ArrowLeft,
  Chat,
  ChevronRight,
  Cog,
  Comparison,
  Console,
  Download,
  Endorsed,
  Headset,
  History,
  Help,
  Import,
  InfoSign,
  KeyCommand,
  Layers,
  Link,
  List,
  Locate,
  ManuallyEnteredData,
  More,
  PanelStats,
  PanelTable,
  People,
  Record,
  Redo,
  Search,
  SwapHorizontal,
  TimelineBarChart,
  Translate,
  Undo,
} from '#src/ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import { ThemeIcon } from '#src/ui/ThemeIcon.tsx'
import { Select } from '#src/ui/Select.tsx'
import { toggleTheme } from '#src/ui/theme.ts'
import { notify } from '#src/ui/toaster.ts'
import { RecordingMark } from '../features/macros/RecordingMark.tsx'
import { ReadingsMark } from '../features/people/ReadingsMark.tsx'
import { PeopleHere } from '../features/people/PeopleHere.tsx'
import { useEditor, useLibrary } from '../context/use-editor.ts'
import type { ActionId } from '../keys/action-ids.ts'
import { useKeyName } from '../keys/use-key-name.ts'
import { densities, rowDensity } from '../features/lines/row-density.ts'
import { SaveMark } from './SaveMark.tsx'
import { peopleOf } from '../features/people/people.ts'
import { qualityOf } from '../features/quality/quality.ts'

interface Props {
  /** Actions on the video. */
  menu: ReactNode
  /** Called once the text is saved, or as safe as possible. */
  onLeave: () => void
}

/** The bar above the editor. */
export function TopBar({ menu, onLeave }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, panels, media, library } = editor
  const people = peopleOf(editor)
  const keyName = useKeyName()
  const { playerPlace, hasVideos } = useSnapshot(panels)
  return (
    <header className="editor-bar">
      <LeaveButton onLeave={onLeave} />
      {library?.isOwn && (
        <IconButton
          icon={<PanelStats />}
          word={t('word_videos')}
          keyName={keyName('videos')}
          onClick={() => editor.run('videos')}
          label={t('action_videos')}
          pressed={hasVideos}
        />
      )}
      <h1 className="ellipsis" data-tip={media.name}>
        {media.name}
      </h1>
      {library && <PathMark />}
      {library && <VersionSelects />}
      <span className="editor-gap" />
      <div className="bar-group">
        {library && !library.isOwn && <SharedMark access={library.data().video.access} />}
        <RecordingMark />
        <ReadingsMark />
        {people && <PeopleHere people={people} />}
        <TrayMark />
        <SaveMark session={session} />
      </div>
      <div className="bar-group">
        <UndoButtons />
      </div>
      <div className="bar-group">
        {menu}
        {playerPlace === 'top' && <PaneButtons />}
      </div>
      <div className="bar-group">
        <IconButton icon={<ThemeIcon />} onClick={toggleTheme} label={t('common:change_theme')} />
        <MoreMenu isInLibrary={library !== undefined} isOwn={library?.isOwn === true} />
      </div>
    </header>
  )
}

/** Between the parts of the path to the open version. */
function PathMark(): ReactNode {
  return <ChevronRight size={12} className="path-mark" aria-hidden />
}

/** Opens findings and speakers where no tabs below the player do. */
function PaneButtons(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const { side } = useSnapshot(editor.panels)
  return (
    <>
      <QualityButton />
      {editor.library && (
        <IconButton
          icon={<People />}
          word={t('speakers')}
          keyName={keyName('speakers')}
          onClick={() => editor.run('speakers')}
          label={t('speakers')}
          pressed={side === 'speakers'}
        />
      )}
    </>
  )
}

/** Marks another user's video, with the access to it. */
function SharedMark({ access }: { access: Reach }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <span className="shared-mark" data-tip={t(access === 'edit' ? 'shared_to_edit' : 'shared_to_review')}>
      {t(access === 'edit' ? 'shared_edit' : 'shared_review')}
    </span>
  )
}

/**
 * Undo and redo, with the names of their steps. Renders only if a name changes, since most edits repeat the last name.
 */
export function UndoButtons(): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const keyName = useKeyName()
  const subscribe = useCallback(
    (listener: () => void) => subscribeKey(session.cells, 'history', listener, true),
    [session],
  )
  const undoName = useSyncExternalStore(subscribe, () => session.cells.history.past.at(-1)?.name)
  const redoName = useSyncExternalStore(subscribe, () => session.cells.history.future.at(-1)?.name)
  return (
    <>
      <IconButton
        icon={<Undo />}
        keyName={keyName('undo')}
        disabled={!undoName}
        onClick={() => session.undo()}
        label={t('undo')}
        tip={undoName ? t('undo_step', { step: t(undoName) }) : t('undo')}
      />
      <IconButton
        icon={<Redo />}
        keyName={keyName('redo')}
        disabled={!redoName}
        onClick={() => session.redo()}
        label={t('redo')}
        tip={redoName ? t('redo_step', { step: t(redoName) }) : t('redo')}
      />
    </>
  )
}

function LeaveButton({ onLeave }: { onLeave: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const { save, library } = useEditor()
  const leave = async (): Promise<void> => {
    // A failed write of a local file has already shown a message.
    if (!(await save.save()) && library) notify.warning(t('left_unsaved'))
    onLeave()
  }
  return <Button icon={<ArrowLeft />} text={t('save_and_exit')} onClick={() => void leave()} data-tour="leave" />
}

/** Selects the open version and the reference version. */
function VersionSelects(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const library = useLibrary()
  const { reference } = editor
  const { fileId: shown, isLinked } = useSnapshot(reference.cells)
  const nameOf = useVersionName()
  if (!library) return null
  const { video, versions, fileId, others } = library
  return (
    <>
      <Select
        className="editor-version"
        label={t('version')}
        value={fileId}
        tour="version"
        onChange={(chosen) => void editor.openVersion(chosen)}
        options={versions.map((version) => ({ value: version.file_id, label: nameOf(version, video.video_name) }))}
      />
      {others.length > 0 && <SwapHorizontal size={12} className="version-pair" aria-hidden />}
      {others.length > 0 && (
        <Select
          className="editor-version"
          kind="tool"
          label={t('reference')}
          value={shown ?? ''}
          onChange={(chosen) => void reference.choose(chosen || undefined)}
          options={[
            { value: '', label: t('reference_none') },
            ...others.map((version) => ({
              value: version.file_id,
              label: t('reference_version', { name: nameOf(version, video.video_name) }),
            })),
          ]}
        />
      )}
      {shown && (
        <IconButton
          icon={<Link />}
          onClick={() => reference.toggleLinked()}
          label={t('link_reference')}
          pressed={isLinked}
        />
      )}
      {editor.library?.isOwn && (
        <IconButton icon={<Layers />} onClick={() => editor.run('versions')} label={t('versions_title')} />
      )}
    </>
  )
}

function QualityButton(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const quality = qualityOf(editor)
  const keyName = useKeyName()
  const { side } = useSnapshot(editor.panels)
  const count = useSyncExternalStore(quality.subscribe, quality.count)
  const isOpen = side === 'quality'
  return (
    <Button
      variant="minimal"
      icon={<Endorsed />}
      active={isOpen}
      aria-pressed={isOpen}
      text={t('quality_count', { count })}
      data-tip={t('quality_title')}
      data-tip-key={keyName('quality') || undefined}
      onClick={() => editor.run('quality')}
    />
  )
}

/** Selects the row height of the list. */
function DensityItem(): ReactNode {
  const { t } = useTranslation('editor')
  const { density } = useSnapshot(rowDensity)
  return (
    <MenuItem icon={<List />} text={t('row_density')}>
      {densities.map((value) => (
        <MenuItem
          key={value}
          text={t(`density_${value}`)}
          label={`${rowHeightsPx[value]} px`}
          roleStructure="listoption"
          selected={value === density}
          onClick={() => {
            rowDensity.density = value
          }}
        />
      ))}
    </MenuItem>
  )
}

function MoreMenu({ isInLibrary, isOwn }: { isInLibrary: boolean; isOwn: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const item = (id: ActionId, icon: React.JSX.Element) => (
    <MenuItem icon={icon} text={t(`action_${id}`)} label={keyName(id)} onClick={() => void editor.run(id)} />
  )
  return (
    <Popover
      placement="bottom-end"
      content={
        <Menu>
          {item('palette', <Console />)}
          {item('find', <Search />)}
          {item('go_to', <Locate />)}
          {item('shift_by', <SubtitleIcon name="shift" />)}
          {item('sync', <SubtitleIcon name="stretch" />)}
          <MenuDivider />
          {isOwn && item('import_subtitle', <Import />)}
          {(!isInLibrary || isOwn) && item('transcribe_here', <Headset />)}
          {item('export_subtitle', <Download />)}
          {item('review_file', <PanelTable />)}
          {item('align_script', <AlignLeft />)}
          {isOwn && item('versions', <Layers />)}
          {isInLibrary && item('compare', <Comparison />)}
          {isInLibrary && item('copy_link', <Link />)}
          {isInLibrary && item('comments', <Chat />)}
          {item('statistics', <TimelineBarChart />)}
          {item('profiles', <Endorsed />)}
          <MenuDivider />
          {item('text_box', <ManuallyEnteredData />)}
          {isInLibrary && item('translating', <Translate />)}
          {isInLibrary && item('memory', <History />)}
          <DensityItem />
          <MenuDivider />
          {item('key_sheet', <KeyCommand />)}
          {item('keys', <Cog />)}
          {item('macros', <Record />)}
          {item('tour', <Help />)}
          {item('about', <InfoSign />)}
        </Menu>
      }
    >
      <IconButton icon={<More />} label={t('more')} tour="more" />
    </Popover>
  )
}
