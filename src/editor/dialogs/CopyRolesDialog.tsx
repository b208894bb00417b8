import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue.ts'
import { replacePatch } from '#core/subtitle/patch.ts'
import { copyRoles } from '#core/subtitle/role-copy.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { useEditor } from '../editor.ts'
import { readVersion } from '../linked/versions.ts'
import type { EditorLibrary } from '../media/editor-media.ts'

interface Planned {
  readonly cues: readonly Cue[]
  readonly overwritten: number
}

/** Speakers of another version, in two steps: which one, and what that would overwrite here. */
export function CopyRolesDialog({ library, onClose }: { library: EditorLibrary; onClose: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const { session, panels } = useEditor()
  const nameOf = useVersionName()
  const others = library.versions.filter(({ file_id }) => file_id !== library.fileId)
  const [from, setFrom] = useState(others[0]?.file_id ?? '')
  const [planned, setPlanned] = useState<Planned>()
  const [isBusy, setBusy] = useState(false)
  const plan = async (): Promise<void> => {
    setBusy(true)
    try {
      const { list } = await readVersion(from)
      const before = session.list.cues
      const cues = copyRoles(list.cues, before).filter((cue, at) => cue !== before[at])
      const overwritten = cues.filter(({ id }) => session.list.at(session.list.index.get(id)!)!.roles.length > 0).length
      setPlanned({ cues, overwritten })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const apply = (): void => {
    if (planned) session.edit('step_roles', replacePatch(session.list, planned.cues))
    onClose()
  }
  const names = (cue: Cue | undefined): string =>
    panels.roles
      .filter(({ folder_role_id }) => cue?.roles.includes(folder_role_id))
      .map(({ role_name }) => role_name)
      .join(', ') || '–'
  return (
    <Dialog isOpen title={t('copy_roles')} className="copy-roles-dialog" onClose={onClose}>
      <DialogBody>
        {!planned && others.length === 0 && <p>{t('compare_no_other')}</p>}
        {!planned && others.length > 0 && (
          <SelectField
            id="copy-roles-from"
            label={t('copy_roles_from')}
            value={from}
            onChange={setFrom}
            options={others.map((version) => ({ value: version.file_id, label: nameOf(version) }))}
          />
        )}
        {planned && (
          <>
            <Callout compact intent={planned.overwritten > 0 ? 'warning' : 'primary'}>
              {t('copy_roles_outcome', { count: planned.cues.length, overwritten: planned.overwritten })}
            </Callout>
            <VirtualList
              items={planned.cues}
              rowHeight={48}
              keyOf={({ id }) => id}
              label={t('fix_changes')}
              render={(cue) => {
                const at = session.list.index.get(cue.id) ?? 0
                return (
                  <div className="change">
                    <span className="finding-number">{at + 1}</span>
                    <span className="ellipsis">{cue.text}</span>
                    <span className="ellipsis">
                      <del>{names(session.list.at(at))}</del> → {names(cue)}
                    </span>
                  </div>
                )
              }}
            />
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            {planned ? (
              <Button
                intent="primary"
                text={t('copy_roles_apply')}
                disabled={planned.cues.length === 0}
                onClick={apply}
              />
            ) : (
              <Button
                intent="primary"
                text={t('common:go_on')}
                loading={isBusy}
                disabled={from === ''}
                onClick={() => void plan()}
              />
            )}
          </>
        }
      />
    </Dialog>
  )
}
