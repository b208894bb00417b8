import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { Chat, Clipboard, Cut, Duplicate, Edit, Person, Tick, Trash } from '#src/ui/icons.ts'
import { ContextMenu } from '#src/ui/ContextMenu.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { SubtitleIcon } from '#src/ui/SubtitleIcon.tsx'
import { useTheme } from '#src/ui/theme.ts'
import { useCell } from '../../context/use-cell.ts'
import { useEditor, useRoles } from '../../context/use-editor.ts'
import type { ActionId } from '../../keys/action-ids.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { toggleRole } from '../../model/document/commands.ts'
import { peopleOf } from '../people/people.ts'

/** Actions on the line under the pointer, each with its key. */
export function LineMenu(): ReactNode {
  const editor = useEditor()
  const { lineMenu } = useSnapshot(editor.panels)
  const isDark = useTheme() === 'dark'
  return (
    <ContextMenu
      isOpen={lineMenu !== undefined}
      isDarkTheme={isDark}
      targetOffset={lineMenu}
      content={lineMenu ? <Entries /> : <Menu />}
      onClose={() => {
        editor.panels.lineMenu = undefined
      }}
    />
  )
}

function Entries(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  const roles = useRoles()
  const selection = useCell(session.cells, 'selection')
  const chosen = selection.flatMap((id) => session.list.at(session.list.index.get(id) ?? -1) ?? [])
  const keyName = useKeyName()
  const run = (id: ActionId): void => {
    const outcome = editor.run(id)
    // Without a held key, what its release would end ends at once.
    if (typeof outcome === 'function') outcome()
  }
  const item = (id: ActionId, icon: React.JSX.Element, isDanger = false) => (
    <MenuItem
      icon={icon}
      text={t(`action_${id}`)}
      label={keyName(id)}
      intent={isDanger ? 'danger' : 'none'}
      onClick={() => run(id)}
    />
  )
  return (
    <Menu aria-label={t('line_menu', { count: selection.length })}>
      {item('play_line', <SubtitleIcon name="play_line" />)}
      {item('edit_text', <Edit />)}
      <MenuDivider />
      {item('cut_lines', <Cut />)}
      {item('copy_lines', <Duplicate />)}
      {item('paste_lines', <Clipboard />)}
      <MenuDivider />
      {item('split', <SubtitleIcon name="split" />)}
      {item('merge', <SubtitleIcon name="merge" />)}
      {item('insert_above', <SubtitleIcon name="insert_above" />)}
      {item('insert_below', <SubtitleIcon name="insert_below" />)}
      <MenuDivider />
      {item('set_start', <SubtitleIcon name="set_start" />)}
      {item('set_end', <SubtitleIcon name="set_end" />)}
      {item('snap_start', <SubtitleIcon name="snap_start" />)}
      {item('snap_end', <SubtitleIcon name="snap_end" />)}
      {item('bridge', <SubtitleIcon name="bridge" />)}
      {roles.length > 0 && (
        <MenuItem icon={<Person />} text={t('speakers')}>
          {roles.map(({ folder_role_id: id, role_name }) => (
            <MenuItem
              key={id}
              text={role_name}
              {...(chosen.every((cue) => cue.roles.includes(id)) && { icon: <Tick /> })}
              onClick={() => session.run(toggleRole(id))}
            />
          ))}
        </MenuItem>
      )}
      {peopleOf(editor) && item('comment', <Chat />)}
      <MenuDivider />
      {item('delete_lines', <Trash />, true)}
    </Menu>
  )
}
