import './ShiftDialog.css'
import { Button, Checkbox, DialogBody, DialogFooter, FormGroup, NumericInput } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { shiftField } from '#core/domain/limits.ts'
import { formatTimecode } from '#core/subtitle/timecode.ts'
import type { ShiftPlan } from '#core/timing/shift.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { notify } from '#src/ui/toaster.ts'
import { VersionsChanged } from '../linked/versions.ts'
import { useEditor } from '../use-editor.ts'
import { EditorDialog } from './EditorDialog.tsx'
import {
  type Candidate,
  type OtherVersions,
  type ShiftChoice,
  shiftScopes,
  useCandidates,
  useOthers,
  useShiftPlans,
} from './use-shift.ts'
import { usePreview } from './use-preview.ts'

/** Moves cues in time, in this version and in others, with what would become of each before it is done. */
export function ShiftDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="shift" title={t('shift_title')} className="shift-dialog">
      <ShiftForm />
    </EditorDialog>
  )
}

function ShiftForm(): ReactNode {
  const { t } = useTranslation('editor')
  const { session, panels, dialogs, library } = useEditor()
  const [choice, setChoice] = useState<ShiftChoice>({
    by: shiftField.usual,
    scope: panels.range ? 'range' : session.cells.selection.length > 1 ? 'chosen' : 'from',
  })
  const candidates = useCandidates()
  const others = useOthers()
  const plan = useShiftPlans(choice, others.versions, candidates.all)
  usePreview(plan.own)
  const { isBusy, apply } = useApply(choice, plan, others)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
    >
      <DialogBody>
        <ShiftFields choice={choice} onChange={setChoice} />
        {library && <VersionChoice candidates={candidates} others={others} />}
        <Outcome plans={plan.all} candidates={candidates.all} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={() => dialogs.close('shift')} />
            <Button
              type="submit"
              intent="primary"
              loading={isBusy || others.isReading}
              disabled={!plan.isAllowed || plan.total === 0 || choice.by === 0}
              text={t('shift_apply', { count: plan.total })}
            />
          </>
        }
      />
    </form>
  )
}

/** Makes the shift in all versions, or says why not. */
function useApply({ by }: ShiftChoice, plan: ReturnType<typeof useShiftPlans>, others: OtherVersions) {
  const { t } = useTranslation('editor')
  const { linked, dialogs } = useEditor()
  const [isBusy, setBusy] = useState(false)
  const apply = async (): Promise<void> => {
    if (!plan.isAllowed || by === 0) return notify.warning(t('refused_invalid_move'))
    setBusy(true)
    try {
      await linked.edit('step_shift', () => plan.own, plan.others)
      dialogs.close('shift')
      notify.success(t('shifted', { count: plan.total }))
    } catch (error) {
      if (!(error instanceof VersionsChanged)) return notifyFailure(error)
      await others.reread()
      notify.warning(t('others_changed'))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, apply }
}

interface FieldsProps {
  choice: ShiftChoice
  onChange: (choice: ShiftChoice) => void
}

function ShiftFields({ choice, onChange }: FieldsProps): ReactNode {
  const { t } = useTranslation('editor')
  const { panels, media } = useEditor()
  const { range } = useSnapshot(panels)
  return (
    <div className="shift-fields">
      <FormGroup label={t('shift_by')}>
        <NumericInput
          aria-label={t('shift_by')}
          autoFocus
          selectAllOnFocus
          fill
          min={-media.durationMs || shiftField.min}
          max={media.durationMs || shiftField.max}
          stepSize={shiftField.step}
          minorStepSize={1}
          majorStepSize={1000}
          clampValueOnBlur
          defaultValue={shiftField.usual}
          rightElement={<span className="shift-unit muted">ms</span>}
          onValueChange={(value) => onChange({ ...choice, by: Number.isFinite(value) ? Math.round(value) : 0 })}
        />
      </FormGroup>
      <SelectField
        id="shift-scope"
        label={t('shift_scope')}
        value={choice.scope}
        onChange={(scope) => onChange({ ...choice, scope })}
        options={shiftScopes.map((value) => ({
          value,
          label: t(`shift_${value}`),
          disabled: value === 'range' && !range,
        }))}
      />
    </div>
  )
}

interface VersionsProps {
  candidates: ReturnType<typeof useCandidates>
  others: OtherVersions
}

/** Other versions that are shifted along. */
function VersionChoice({ candidates: { all, hasFolder, addFolder }, others }: VersionsProps): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <fieldset className="shift-versions">
      <legend>{t('shift_also')}</legend>
      {all.map(({ fileId, name }) => (
        <Checkbox
          key={fileId}
          label={name}
          checked={others.isWanted(fileId)}
          onChange={() => void others.toggle(fileId)}
        />
      ))}
      {all.length === 0 && <p className="muted">{t('shift_no_other')}</p>}
      {!hasFolder && (
        <Button variant="minimal" size="small" text={t('shift_folder')} onClick={() => void addFolder()} />
      )}
    </fieldset>
  )
}

/** What would become of each version. */
function Outcome({ plans, candidates }: { plans: readonly ShiftPlan<string>[]; candidates: readonly Candidate[] }) {
  const { t } = useTranslation('editor')
  return (
    <table className="shift-outcome">
      <thead>
        <tr>
          <th>{t('version')}</th>
          <th>{t('shift_moved')}</th>
          <th>{t('shift_outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {plans.map(({ key, moved, fault }) => (
          <tr key={key} data-fault={fault?.reason}>
            <td>{key === 'open' ? t('shift_open') : candidates.find(({ fileId }) => fileId === key)?.name}</td>
            <td>{moved}</td>
            <td className={fault ? 'shift-fault' : ''}>
              {fault
                ? t(`shift_fault_${fault.reason}`, {
                    n: fault.at + 1,
                    time: formatTimecode(Math.max(0, fault.cue.start)),
                  })
                : t('shift_fine')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
