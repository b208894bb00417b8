import './SpeakersPane.css'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Role } from '#core/contract/role.ts'
import { roleLimits } from '#core/domain/limits.ts'
import { roleState } from '#core/subtitle/role-state.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Add, Duplicate, Edit, More, Trash } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { EditableText } from '#src/ui/EditableText.ts'
import { notify } from '#src/ui/toaster.ts'
import { Tooltip } from '#src/ui/Tooltip.ts'
import { useDialog, useEditor, useRoles } from '../use-editor.ts'
import { toggleRole } from '../document/commands.ts'
import { colorOfRole } from '../role-colors.ts'
import { CopyRolesDialog } from '../dialogs/CopyRolesDialog.tsx'
import { dialogClass } from '../dialogs/dialogs.ts'
import { RoleDialog } from '../dialogs/RoleDialog.tsx'

/** Who speaks: the folder's speakers, given to the selected lines by a click. */
export function SpeakersPane(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, dialogs } = editor
  const roles = useRoles()
  const { list, selection } = useSnapshot(session.cells)
  const add = (): void => dialogs.open({ name: 'role', role: undefined })
  const { state, lines } = useMemo(() => count(list.cues), [list])
  return (
    <section className="speakers" aria-label={t('speakers')}>
      <div className="speakers-head">
        <h2>{t('speakers')}</h2>
        <Tag minimal intent={state === 1 ? 'success' : state === 3 ? 'warning' : 'none'} data-testid="role-state">
          {t(`role_state_${state}`)}
        </Tag>
        <span className="editor-gap" />
        <IconButton
          size="small"
          icon={<Duplicate />}
          onClick={() => dialogs.open({ name: 'copy_roles' })}
          label={t('copy_roles')}
        />
        <IconButton size="small" icon={<Add />} onClick={add} label={t('add_role')} />
      </div>
      {roles.length === 0 ? (
        <div className="speakers-none muted">
          <p>{t('add_role_hint')}</p>
          <Button icon={<Add />} text={t('add_role')} onClick={add} />
        </div>
      ) : (
        <ul className="speakers-list">
          {roles.map((role) => (
            <Speaker
              key={role.folder_role_id}
              role={role}
              roles={roles}
              lines={lines.get(role.folder_role_id) ?? 0}
              selected={selection.length}
              onEdit={() => dialogs.open({ name: 'role', role })}
              onDelete={() => dialogs.open({ name: 'delete_role', role })}
            />
          ))}
        </ul>
      )}
      <RoleDialog />
      <CopyRolesDialog />
      <DeleteRole />
    </section>
  )
}

function DeleteRole(): ReactNode {
  const { t } = useTranslation('editor')
  const { dialogs, session, save } = useEditor()
  const role = useDialog('delete_role')?.role
  const remove = async ({ folder_role_id }: Role): Promise<void> => {
    dialogs.close('delete_role')
    try {
      await save.flush()
      await call('deleteRole', { folder_role_id })
      session.removeRole(folder_role_id)
      notify.success(t('common:deleted'))
      await refresh('listRoles')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <ConfirmDialog
      open={role !== undefined}
      className={dialogClass('delete_role')}
      text={t('delete_role_question', { name: role?.role_name ?? '' })}
      confirmText={t('common:delete')}
      onConfirm={() => role && remove(role)}
      onClose={() => dialogs.close('delete_role')}
    />
  )
}

function count(cues: Parameters<typeof roleState>[0]) {
  const lines = new Map<string, number>()
  for (const cue of cues) for (const id of cue.roles) lines.set(id, (lines.get(id) ?? 0) + 1)
  return { state: roleState(cues), lines }
}

interface SpeakerProps {
  role: Role
  roles: readonly Role[]
  lines: number
  selected: number
  onEdit: () => void
  onDelete: () => void
}

function Speaker({ role, roles, lines, selected, onEdit, onDelete }: SpeakerProps): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const { strong, soft } = colorOfRole(roles, role)
  const rename = async (name: string): Promise<void> => {
    const wanted = name.trim()
    if (wanted === role.role_name) return
    if (wanted === '') return notify.info(t('role_name_required'))
    try {
      await call('editRole', { folder_role_id: role.folder_role_id, role_name: wanted })
      await refresh('listRoles')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <li className="speaker" style={{ borderLeftColor: strong }} data-role={role.folder_role_id}>
      <button
        type="button"
        className="speaker-faces"
        style={{ background: soft }}
        aria-label={t('apply_role', { name: role.role_name, count: selected })}
        data-tip={t('apply_role', { name: role.role_name, count: selected })}
        onClick={() => session.run(toggleRole(role.folder_role_id))}
      >
        {role.role_avatar.length > 0 ? (
          role.role_avatar.map((url) => <img key={url} src={url} alt="" />)
        ) : (
          <span className="speaker-letter">{[...role.role_name][0]}</span>
        )}
      </button>
      <Tooltip content={t('rename_hint')} className="speaker-name" hoverOpenDelay={600}>
        <RoleName role={role} onRename={(name) => void rename(name)} />
      </Tooltip>
      <span className="muted speaker-lines">{lines}</span>
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem icon={<Edit />} text={t('edit_role')} onClick={onEdit} />
            <MenuItem icon={<Trash />} intent="danger" text={t('common:delete')} onClick={onDelete} />
          </Menu>
        }
      >
        <IconButton size="small" icon={<More />} label={t('role_menu', { name: role.role_name })} />
      </Popover>
    </li>
  )
}

/** A double click writes another name over it. */
function RoleName({ role, onRename }: { role: Role; onRename: (name: string) => void }): ReactNode {
  const [isEditing, setEditing] = useState(false)
  return isEditing ? (
    <EditableText
      isEditing
      selectAllOnFocus
      maxLength={roleLimits.nameLength}
      defaultValue={role.role_name}
      onConfirm={(name) => {
        setEditing(false)
        onRename(name)
      }}
      onCancel={() => setEditing(false)}
    />
  ) : (
    <span className="ellipsis" onDoubleClick={() => setEditing(true)}>
      {role.role_name}
    </span>
  )
}
