import './ShiftDialog.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { shiftField } from '#core/domain/limits.ts'
import { framesPerSecond } from '#core/domain/frame-timecode.ts'
import { nearestFrame } from '#core/domain/frames.ts'
import { parseShift, shiftOfFrames, type ShiftPlan } from '#core/timing/shift.ts'
import { type TimeNotation, writeTime } from '#core/timing/time-notation.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'
import { VersionsChanged } from '../../store/linked/versions.ts'
import { useEditor, useNotation } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import {
  type Candidate,
  type OtherVersions,
  type ShiftChoice,
  shiftScopes,
  useCandidates,
  useOthers,
  useShiftPlans,
} from './use-shift.ts'
import { usePreview } from '../../parts/use-preview.ts'

/** Shifts cues in this and other versions, with a preview. */
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
  const notation = useNotation()
  const [typed, setTyped] = useState<TypedShift>({ steps: String(stepsOf(notation).usual), exact: '' })
  const [scope, setScope] = useState<ShiftChoice['scope']>(
    panels.range ? 'range' : session.cells.selection.length > 1 ? 'chosen' : 'from',
  )
  const by = shiftOf(typed, notation)
  const choice = { by: by ?? 0, scope }
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
        <div className="shift-fields">
          <ShiftValue typed={typed} isFaulty={by === undefined} onChange={setTyped} />
          <ScopeField scope={scope} onChange={setScope} />
        </div>
        {library && <VersionChoice candidates={candidates} others={others} />}
        <Outcome plans={plan.all} candidates={candidates.all} isFaulty={by === undefined} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={() => dialogs.close('shift')} />
            <Button
              type="submit"
              intent="primary"
              loading={isBusy || others.isReading}
              disabled={!plan.isAllowed || plan.total === 0 || !by}
              text={t('shift_apply', { count: plan.total })}
            />
          </>
        }
      />
    </form>
  )
}

/** Applies the shift to all versions, or reports why it can't. */
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

/** The values of both fields; the exact one has precedence. */
interface TypedShift {
  readonly steps: string
  readonly exact: string
}

/** Milliseconds; undefined if no field has a valid value. */
function shiftOf({ steps, exact }: TypedShift, notation: TimeNotation): number | undefined {
  if (exact.trim() !== '') return parseShift(exact, notation)
  const by = steps.trim() === '' ? NaN : Number(steps)
  const { min, max } = stepsOf(notation)
  if (!Number.isInteger(by) || by < min || by > max) return undefined
  return notation.unit === 'frames' ? shiftOfFrames(by, notation.rate) : by
}

/** Range and steps of the field in the time notation: milliseconds, or single frames. */
function stepsOf({ unit, rate }: TimeNotation) {
  if (unit === 'milliseconds') return { ...shiftField, minor: 1, major: 1000 }
  const second = framesPerSecond(rate)
  const [min, max] = [nearestFrame(shiftField.min, rate), nearestFrame(shiftField.max, rate)]
  return { min, max, usual: Math.max(1, nearestFrame(shiftField.usual, rate)), step: 1, minor: 1, major: second }
}

interface ValueProps {
  typed: TypedShift
  isFaulty: boolean
  onChange: (typed: TypedShift) => void
}

/** A stepped value within ten seconds, or any exact one. */
function ShiftValue({ typed, isFaulty, onChange }: ValueProps): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
  const { min, max, step, minor, major } = stepsOf(notation)
  const inFrames = notation.unit === 'frames'
  const isExact = typed.exact.trim() !== ''
  // A minus alone is not yet an error.
  const stepsIntent = isFaulty && !isExact && /\d/.test(typed.steps) ? 'danger' : 'none'
  const exactIntent = isFaulty && isExact ? 'danger' : 'none'
  return (
    <>
      <FormGroup
        label={t('shift_by')}
        intent={stepsIntent}
        helperText={t(stepsIntent === 'danger' ? 'shift_invalid' : 'shift_by_hint', { min, max })}
      >
        <NumberInput
          aria-label={t('shift_by')}
          autoFocus
          selectAllOnFocus
          fill
          disabled={isExact}
          intent={stepsIntent}
          min={min}
          max={max}
          stepSize={step}
          minorStepSize={minor}
          majorStepSize={major}
          value={typed.steps}
          rightElement={<span className="shift-unit muted">{inFrames ? t('shift_frames') : 'ms'}</span>}
          onValueChange={(_, steps) => onChange({ ...typed, steps })}
        />
      </FormGroup>
      <FormGroup
        label={t('shift_exact')}
        labelFor="shift-exact"
        intent={exactIntent}
        helperText={t(
          exactIntent === 'danger' ? 'shift_invalid' : inFrames ? 'shift_exact_frames' : 'shift_exact_hint',
        )}
      >
        <TextInput
          id="shift-exact"
          className="shift-exact"
          autoComplete="off"
          intent={exactIntent}
          maxLength={16}
          placeholder={`-${writeTime(90_240, notation)}`}
          value={typed.exact}
          onValueChange={(exact) => onChange({ ...typed, exact })}
        />
      </FormGroup>
    </>
  )
}

interface ScopeProps {
  scope: ShiftChoice['scope']
  onChange: (scope: ShiftChoice['scope']) => void
}

function ScopeField({ scope, onChange }: ScopeProps): ReactNode {
  const { t } = useTranslation('editor')
  const { panels } = useEditor()
  const { range } = useSnapshot(panels)
  return (
    <SelectField
      id="shift-scope"
      label={t('shift_scope')}
      value={scope}
      onChange={onChange}
      options={shiftScopes.map((value) => ({
        value,
        label: t(`shift_${value}`),
        disabled: value === 'range' && !range,
      }))}
    />
  )
}

interface VersionsProps {
  candidates: ReturnType<typeof useCandidates>
  others: OtherVersions
}

/** Chooses other versions to shift too. */
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

interface OutcomeProps {
  plans: readonly ShiftPlan<string>[]
  candidates: readonly Candidate[]
  /** Whether the value is invalid. */
  isFaulty: boolean
}

/** The result of the shift in each version. */
function Outcome({ plans, candidates, isFaulty }: OutcomeProps): ReactNode {
  const { t } = useTranslation('editor')
  const notation = useNotation()
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
            <td>{isFaulty ? '–' : moved}</td>
            <td className={fault ? 'shift-fault' : ''}>
              {fault
                ? t(`shift_fault_${fault.reason}`, {
                    n: fault.at + 1,
                    time: writeTime(Math.max(0, fault.cue.start), notation),
                  })
                : isFaulty
                  ? '–'
                  : t('shift_fine')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
