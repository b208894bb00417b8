import './TopBar.css'
import { Button, HTMLSelect, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import {
  ArrowLeft,
  Comparison,
  Download,
  Endorsed,
  Flash,
  Help,
  HorizontalDistribution,
  Import,
  InfoSign,
  KeyCommand,
  Link,
  Locate,
  Moon,
  More,
  PanelStats,
  People,
  Redo,
  Search,
  Time,
  Undo,
} from '@blueprintjs/icons'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useVersionName } from '#src/tasks/version-name.ts'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'
import { notify } from '#src/ui/toaster.ts'
import { actions } from '../keys/actions.ts'
import { useEditor, useLibrary } from '../use-editor.ts'
import type { ActionId } from '../keys/action-ids.ts'
import { useKeyName } from '../keys/use-key-name.ts'
import { SaveMark } from './SaveMark.tsx'

/** The bar over the editor; `menu` holds what can be done with the video. */
export function TopBar({ menu }: { menu: ReactNode }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, panels, media, library } = editor
  const theme = useTheme()
  const { side, hasVideos } = useSnapshot(panels)
  return (
    <header className="editor-bar">
      <LeaveButton />
      {library && (
        <Button
          variant="minimal"
          icon={<PanelStats />}
          active={hasVideos}
          aria-pressed={hasVideos}
          aria-label={t('action_videos')}
          title={t('action_videos')}
          onClick={() => actions.videos(editor)}
        />
      )}
      <h1 className="ellipsis" title={media.name}>
        {media.name}
      </h1>
      {library && <VersionSelects />}
      <span className="editor-gap" />
      <SaveMark session={session} />
      {menu}
      <QualityButton />
      {library && (
        <Button
          variant="minimal"
          icon={<People />}
          active={side === 'speakers'}
          aria-pressed={side === 'speakers'}
          aria-label={t('speakers')}
          title={t('speakers')}
          onClick={() => actions.speakers(editor)}
        />
      )}
      <UndoButtons />
      <Button
        variant="minimal"
        icon={theme === 'dark' ? <Flash /> : <Moon />}
        aria-label={t('common:change_theme')}
        title={t('common:change_theme')}
        onClick={toggleTheme}
      />
      <MoreMenu isInLibrary={library !== undefined} />
    </header>
  )
}

/** Apart from the bar: every edit names another step. */
function UndoButtons(): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const { history } = useSnapshot(session.cells)
  const undoName = history.past.at(-1)?.name
  const redoName = history.future.at(-1)?.name
  return (
    <>
      <Button
        variant="minimal"
        icon={<Undo />}
        disabled={!undoName}
        aria-label={t('undo')}
        title={undoName ? t('undo_step', { step: t(undoName) }) : t('undo')}
        onClick={() => session.undo()}
      />
      <Button
        variant="minimal"
        icon={<Redo />}
        disabled={!redoName}
        aria-label={t('redo')}
        title={redoName ? t('redo_step', { step: t(redoName) }) : t('redo')}
        onClick={() => session.redo()}
      />
    </>
  )
}

function LeaveButton(): ReactNode {
  const { t } = useTranslation('editor')
  const { save, library } = useEditor()
  const navigate = useNavigate()
  const leave = async (): Promise<void> => {
    // A file of this computer that could not be written has shown its own message.
    if (!(await save.save()) && library) notify.warning(t('left_unsaved'))
    await navigate(library ? `/lab/library/file/${library.data().video.folder_id}` : '/lab/library')
  }
  return <Button icon={<ArrowLeft />} text={t('save_and_exit')} onClick={() => void leave()} data-tour="leave" />
}

/** The version that is edited, and its reference version. */
function VersionSelects(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const library = useLibrary()
  const { reference } = editor
  const { fileId: shown, isLinked } = useSnapshot(reference.cells)
  const nameOf = useVersionName()
  if (!library) return null
  const { versions, fileId, others } = library
  return (
    <>
      <HTMLSelect
        aria-label={t('version')}
        value={fileId}
        data-tour="version"
        onChange={(event) => void editor.openVersion(event.currentTarget.value)}
        options={versions.map((version) => ({ value: version.file_id, label: nameOf(version) }))}
      />
      {others.length > 0 && (
        <HTMLSelect
          minimal
          aria-label={t('reference')}
          value={shown ?? ''}
          onChange={(event) => void reference.choose(event.currentTarget.value || undefined)}
          options={[
            { value: '', label: t('reference_none') },
            ...others.map((version) => ({
              value: version.file_id,
              label: t('reference_version', { name: nameOf(version) }),
            })),
          ]}
        />
      )}
      {shown && (
        <Button
          variant="minimal"
          icon={<Link />}
          active={isLinked}
          aria-pressed={isLinked}
          aria-label={t('link_reference')}
          title={t('link_reference')}
          onClick={() => reference.toggleLinked()}
        />
      )}
    </>
  )
}

function QualityButton(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { quality } = editor
  const { side } = useSnapshot(editor.panels)
  useSyncExternalStore(quality.subscribe, quality.version)
  const isOpen = side === 'quality'
  return (
    <Button
      variant="minimal"
      icon={<Endorsed />}
      active={isOpen}
      aria-pressed={isOpen}
      text={t('quality_count', { count: quality.count })}
      title={t('quality_title')}
      onClick={() => actions.quality(editor)}
    />
  )
}

function MoreMenu({ isInLibrary }: { isInLibrary: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const keyName = useKeyName()
  const item = (id: ActionId, icon: React.JSX.Element) => (
    <MenuItem icon={icon} text={t(`action_${id}`)} label={keyName(id)} onClick={() => void actions[id](editor)} />
  )
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu>
          {item('palette', <Search />)}
          {item('find', <Search />)}
          {item('go_to', <Locate />)}
          {item('shift_by', <Time />)}
          {item('sync', <HorizontalDistribution />)}
          <MenuDivider />
          {isInLibrary && item('import_subtitle', <Import />)}
          {item('export_subtitle', <Download />)}
          {isInLibrary && item('compare', <Comparison />)}
          {isInLibrary && item('copy_link', <Link />)}
          <MenuDivider />
          {item('key_sheet', <KeyCommand />)}
          {item('keys', <KeyCommand />)}
          {item('tour', <Help />)}
          {item('about', <InfoSign />)}
        </Menu>
      }
    >
      <Button variant="minimal" icon={<More />} aria-label={t('more')} title={t('more')} data-tour="more" />
    </PopoverNext>
  )
}
