import './CopyRolesDialog.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { cueOf } from '#core/subtitle/cue/cue-list.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { copyRoles } from '#core/subtitle/cue/role-copy.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { formatList } from '#src/ui/format.ts'
import { versionStore } from '../../store/linked/versions.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'

/** Cues with their new speakers, and the number of cues that already have some. */
interface Planned {
  readonly cues: readonly Cue[]
  readonly overwritten: number
}

/** Copies speakers from another version in two steps: the version, and what that overwrites. */
export function CopyRolesDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="copy_roles" title={t('copy_roles')} className="copy-roles-dialog">
      <CopyRolesForm />
    </EditorDialog>
  )
}

function CopyRolesForm(): ReactNode {
  const { t } = useTranslation('editor')
  const { session, dialogs } = useEditor()
  const others = useLibrary()?.others ?? []
  const [from, setFrom] = useState(others[0]?.file_id ?? '')
  const [planned, setPlanned] = useState<Planned>()
  const [isBusy, setBusy] = useState(false)
  const close = (): void => dialogs.close('copy_roles')
  const plan = async (): Promise<void> => {
    setBusy(true)
    try {
      const { list } = await versionStore.read(from)
      const before = session.list.cues
      const cues = copyRoles(list.cues, before).filter((cue, at) => cue !== before[at])
      const overwritten = cues.filter(({ id }) => cueOf(session.list, id).roles.length > 0).length
      setPlanned({ cues, overwritten })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const apply = (): void => {
    if (planned) session.edit('step_roles', replacePatch(session.list, planned.cues))
    close()
  }
  return (
    <>
      <DialogBody>{planned ? <Outcome planned={planned} /> : <Choice from={from} onChoose={setFrom} />}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={close} />
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
    </>
  )
}

function Choice({ from, onChoose }: { from: string; onChoose: (fileId: string) => void }): ReactNode {
  const { t } = useTranslation('editor')
  const nameOf = useVersionName()
  const library = useLibrary()
  const others = library?.others ?? []
  if (others.length === 0) return <p>{t('compare_no_other')}</p>
  return (
    <SelectField
      id="copy-roles-from"
      label={t('copy_roles_from')}
      value={from}
      onChange={onChoose}
      options={others.map((version) => ({ value: version.file_id, label: nameOf(version, library?.video.video_name) }))}
    />
  )
}

function Outcome({ planned: { cues, overwritten } }: { planned: Planned }): ReactNode {
  const { t } = useTranslation('editor')
  const { session, roles, media } = useEditor()
  const names = (cue: Cue | undefined): string =>
    formatList(
      roles.filter(({ folder_role_id }) => cue?.roles.includes(folder_role_id)).map(({ role_name }) => role_name),
    ) || '–'
  return (
    <>
      <Callout compact intent={overwritten > 0 ? 'warning' : 'primary'}>
        {t('copy_roles_outcome', { count: cues.length, overwritten })}
      </Callout>
      <VirtualList
        items={cues}
        rowHeight={48}
        keyOf={({ id }) => id}
        label={t('fix_changes')}
        render={(cue) => {
          const at = session.list.index.get(cue.id) ?? 0
          return (
            <div className="change">
              <span className="finding-number">{at + 1}</span>
              <span className="ellipsis" dir={textDirection(cue.text, media.language)}>
                {cue.text}
              </span>
              <span className="ellipsis">
                <del>{names(session.list.at(at))}</del> → {names(cue)}
              </span>
            </div>
          )
        }}
      />
    </>
  )
}
