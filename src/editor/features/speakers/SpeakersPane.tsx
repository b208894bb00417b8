import './SpeakersPane.css'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Role } from '#core/contract/role.ts'
import { roleLimits } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { roleState } from '#core/subtitle/cue/role-state.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Add, Duplicate, Edit, Help, More, Trash } from '#src/ui/icons.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { EditableText } from '#src/ui/EditableText.ts'
import { notify } from '#src/ui/toaster.ts'
import { Tooltip } from '#src/ui/Tooltip.ts'
import { useDialog, useEditor, useRoles } from '../../context/use-editor.ts'
import { toggleRole } from '../../model/document/commands.ts'
import type { ActionId } from '../../keys/action-ids.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { isUnsure, type LineSpeakers, sureIn, lineSpeakersOf } from './line-speakers.ts'
import { goToNextUnsure, keyedSpeakers } from './speaker-keys.ts'
import { percentOf } from './use-speaker-sure.ts'
import { colorOfRole } from '../../parts/role-colors.ts'
import { VoicesFound } from '#src/tasks/VoicesFound.tsx'
import { CopyRolesDialog } from './CopyRolesDialog.tsx'
import { dialogClass } from '../../context/dialogs.ts'
import { RoleDialog } from './RoleDialog.tsx'

/** The folder's speakers; a click assigns one to the selected lines. */
export function SpeakersPane(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, dialogs } = editor
  const lineSpeakers = lineSpeakersOf(editor)
  const keyName = useKeyName()
  const roles = useRoles()
  const { list, selection } = useSnapshot(session.cells)
  const add = (): void => dialogs.open({ name: 'role', role: undefined })
  const heard = useSyncExternalStore(lineSpeakers.subscribe, lineSpeakers.lines)
  const { state, lines } = useMemo(() => count(list.cues, heard), [list, heard])
  const unsure = [...lines.values()].reduce((sum, one) => sum + one.unsure, 0)
  const keyed = keyedSpeakers(editor)
  const keyOf = (at: number): string => (at < 0 ? '' : keyName(speakerActions[at] ?? 'speaker_none'))
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
      {editor.opened.voices && editor.opened.voices.maybe !== null && (
        <p className="speakers-voices muted" data-testid="voices-maybe">
          <VoicesFound voices={editor.opened.voices} />
        </p>
      )}
      {roles.length === 0 ? (
        <div className="speakers-none muted">
          <p>{t('add_role_hint')}</p>
          <Button icon={<Add />} text={t('add_role')} onClick={add} />
        </div>
      ) : (
        <>
          {unsure > 0 && (
            <Button
              className="speakers-unsure"
              size="small"
              variant="minimal"
              intent="warning"
              icon={<Help />}
              text={t('unsure_speakers', { count: unsure })}
              data-tip={t('unsure_speakers_tip', { key: keyName('next_unsure_speaker') })}
              onClick={() => goToNextUnsure(editor)}
            />
          )}
          <ul className="speakers-list">
            {roles.map((role) => (
              <Speaker
                key={role.folder_role_id}
                role={role}
                roles={roles}
                lines={lines.get(role.folder_role_id) ?? noLines}
                keyName={keyOf(keyed.indexOf(role))}
                selected={selection.length}
                onEdit={() => dialogs.open({ name: 'role', role })}
                onDelete={() => dialogs.open({ name: 'delete_role', role })}
              />
            ))}
          </ul>
        </>
      )}
      <RoleDialog />
      <CopyRolesDialog />
      <DeleteRole />
    </section>
  )
}

const speakerActions = [
  'speaker_1',
  'speaker_2',
  'speaker_3',
  'speaker_4',
  'speaker_5',
  'speaker_6',
  'speaker_7',
  'speaker_8',
  'speaker_9',
] as const satisfies readonly ActionId[]

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

/** How many lines a speaker has, and the confidence in diarised ones, weighted by their length. */
interface SpeakerLines {
  readonly count: number
  readonly unsure: number
  readonly ms: number
  readonly sure: number
}
const noLines: SpeakerLines = { count: 0, unsure: 0, ms: 0, sure: 0 }

function count(cues: readonly Cue[], heard: ReturnType<LineSpeakers['lines']>) {
  const lines = new Map<string, SpeakerLines>()
  for (const cue of cues) {
    const sure = sureIn(heard, cue)
    const ms = sure === undefined ? 0 : cue.end - cue.start
    for (const id of cue.roles) {
      const own = lines.get(id) ?? noLines
      const unsure = own.unsure + (isUnsure(sure) ? 1 : 0)
      lines.set(id, { count: own.count + 1, unsure, ms: own.ms + ms, sure: own.sure + ms * (sure ?? 0) })
    }
  }
  return { state: roleState(cues), lines }
}

interface SpeakerProps {
  role: Role
  roles: readonly Role[]
  lines: SpeakerLines
  /** The key that assigns this speaker; empty without one. */
  keyName: string
  selected: number
  onEdit: () => void
  onDelete: () => void
}

function Speaker({ role, roles, lines, keyName, selected, onEdit, onDelete }: SpeakerProps): ReactNode {
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
      {lines.ms > 0 && (
        <span
          className={lines.unsure > 0 ? 'speaker-share speaker-unsure' : 'speaker-share muted'}
          data-tip={t('speaker_sure_lines', { share: percentOf(lines.sure / lines.ms), count: lines.unsure })}
        >
          {percentOf(lines.sure / lines.ms)}%
        </span>
      )}
      <span className="muted speaker-lines">{lines.count}</span>
      {keyName !== '' && <kbd data-tip={t('speaker_key', { name: role.role_name, key: keyName })}>{keyName}</kbd>}
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

/** The name of a speaker; a double click edits it. */
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
