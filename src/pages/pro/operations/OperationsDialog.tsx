import './operations.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operationKinds } from '#core/domain/operation.ts'
import { shiftField } from '#core/domain/limits.ts'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { formatList } from '#src/ui/format.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { useFullVersionName } from '#src/tasks/version-name.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { notify } from '#src/ui/toaster.ts'
import type { OpenFolder } from '../open-folder.ts'
import { OperationFields } from './OperationFields.tsx'
import { OperationHistory } from './OperationHistory.tsx'
import { Outcomes } from './Outcomes.tsx'
import { affected, type Operation, type OperationChoice, useOperation } from './use-operation.ts'

interface Props {
  folder: OpenFolder
  /** Ids of the selected videos; empty for the whole folder. */
  chosen: readonly string[]
  onClose: () => void
}

/** An operation on a folder's versions: choose, preview, run, undo. */
export function OperationsDialog({ folder, chosen, onClose }: Props): ReactNode {
  const { t } = useTranslation('review')
  const codes = folder.languages.map(({ language }) => language).filter(isLanguageCode)
  const [operation, setOperation] = useState<Operation>(() => usualOf('shift', folder, codes))
  const [languages, setLanguages] = useState<readonly LanguageCode[]>([])
  const [isActiveOnly, setActiveOnly] = useState(false)
  const fullName = useFullVersionName()
  const { dryRun, meanwhile, busy, plan, run, forget } = useOperation()
  const isCheck = operation.kind === 'check'
  const choice: OperationChoice = {
    folder_id: folder.folder_id,
    operation,
    only_active: isActiveOnly,
    ...(chosen.length > 0 && { video_ids: [...chosen] }),
    ...(languages.length > 0 && { languages: [...languages] }),
  }
  const change = (next: Operation): void => {
    setOperation(next)
    forget()
  }
  const done = ({ changed, versions }: { changed: number; versions: number }): void =>
    notify.success(
      t('changed_in', {
        lines: t('lines', { count: changed }),
        versions: t('pro:versions', { count: versions }),
      }),
    )
  const isSound =
    operation.kind === 'shift' ? operation.by !== 0 : operation.kind !== 'replace' || operation.text !== ''
  const ready = dryRun && !isCheck && dryRun.data.allowed && dryRun.data.changed > 0 ? dryRun.data : undefined
  return (
    <Dialog isOpen title={t('operations')} className="operations-dialog" canOutsideClickClose={!busy} onClose={onClose}>
      <DialogBody>
        <p className="muted">
          {chosen.length > 0 ? t('in_chosen', { count: chosen.length }) : t('in_folder', { name: folder.folder_name })}
        </p>
        <SegmentedControl
          fill
          size="small"
          aria-label={t('operations')}
          value={operation.kind}
          onValueChange={(kind) =>
            change(usualOf(operationKinds.find((each) => each === kind) ?? 'shift', folder, codes))
          }
          options={operationKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
        />
        <div className="operation-fields">
          <p className="muted">{t(`text_${operation.kind}`)}</p>
          <OperationFields operation={operation} onChange={change} languages={codes} />
          <LanguageChoice codes={codes} chosen={languages} onChange={(next) => (setLanguages(next), forget())} />
          <Checkbox
            checked={isActiveOnly}
            label={t('only_active')}
            onChange={({ currentTarget }) => (setActiveOnly(currentTarget.checked), forget())}
          />
        </div>
        {meanwhile.length > 0 && (
          <Callout intent="warning" role="status">
            {t('changed_meanwhile', { names: formatList(meanwhile.map(fullName)) })}
          </Callout>
        )}
        {dryRun && <Result folderId={folder.folder_id} data={dryRun.data} isCheck={isCheck} />}
        {!dryRun && <OperationHistory folderId={folder.folder_id} />}
      </DialogBody>
      <DialogFooter
        actions={
          <Actions
            isCheck={isCheck}
            isSound={isSound}
            busy={busy}
            ready={ready?.changed}
            onClose={onClose}
            onPlan={() => void plan(choice)}
            onRun={() => void run(done)}
          />
        }
      />
    </Dialog>
  )
}

interface ActionsProps {
  isCheck: boolean
  /** Whether the operation is complete. */
  isSound: boolean
  busy: boolean
  /** Number of cues that would change, after a successful dry run. */
  ready: number | undefined
  onClose: () => void
  onPlan: () => void
  onRun: () => void
}

/** Close, preview, and run. */
function Actions({ isCheck, isSound, busy, ready, onClose, onPlan, onRun }: ActionsProps): ReactNode {
  const { t } = useTranslation('review')
  const isReady = ready !== undefined
  return (
    <>
      <Button text={t('common:close')} onClick={onClose} disabled={busy} />
      <Button
        intent={isReady ? 'none' : 'primary'}
        loading={busy && !isReady}
        disabled={!isSound}
        text={t(isCheck ? 'check_now' : 'dry_run')}
        onClick={onPlan}
      />
      {isReady && <Button intent="primary" loading={busy} text={t('change_lines', { count: ready })} onClick={onRun} />}
    </>
  )
}

function Result({
  folderId,
  data,
  isCheck,
}: {
  folderId: string
  data: Parameters<typeof summaryOf>[0]
  isCheck: boolean
}) {
  const { t } = useTranslation('review')
  const list = affected(data.list, isCheck)
  const { intent, key } = summaryOf(data, list.length, isCheck)
  return (
    <section aria-label={t('outcomes')} className="operation-result">
      <Callout compact intent={intent} role="status">
        {t(key, { count: list.length, lines: t('lines', { count: data.changed }), of: data.list.length })}
      </Callout>
      {list.length > 0 && <Outcomes folderId={folderId} list={list} />}
    </section>
  )
}

/** A dry run's result in one sentence. */
function summaryOf(
  {
    list,
    allowed,
    changed,
  }: {
    list: NonNullable<ReturnType<typeof useOperation>['dryRun']>['data']['list']
    allowed: boolean
    changed: number
  },
  count: number,
  isCheck: boolean,
) {
  if (isCheck)
    return count === 0
      ? ({ intent: 'success', key: 'check_fine' } as const)
      : ({ intent: 'warning', key: 'check_found' } as const)
  if (!allowed) return { intent: 'danger', key: 'not_allowed' } as const
  if (changed === 0 || list.length === 0) return { intent: 'none', key: 'nothing_changes' } as const
  return { intent: 'primary', key: 'would_change' } as const
}

interface LanguageChoiceProps {
  codes: readonly LanguageCode[]
  chosen: readonly LanguageCode[]
  onChange: (chosen: readonly LanguageCode[]) => void
}

/** Languages of the affected versions; empty for all. */
function LanguageChoice({ codes, chosen, onChange }: LanguageChoiceProps): ReactNode {
  const { t } = useTranslation('review')
  const nameOf = useLanguageNames()
  if (codes.length < 2) return null
  return (
    <div className="operation-languages" role="group" aria-label={t('languages')}>
      <span className="muted">{t('languages')}</span>
      <Button size="small" active={chosen.length === 0} text={t('all_languages')} onClick={() => onChange([])} />
      {codes.map((code) => (
        <Button
          key={code}
          size="small"
          active={chosen.includes(code)}
          aria-pressed={chosen.includes(code)}
          text={nameOf(code)}
          onClick={() => onChange(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code])}
        />
      ))}
    </div>
  )
}

function usualOf(kind: Operation['kind'], folder: OpenFolder, codes: readonly LanguageCode[]): Operation {
  const profile = folder.settings.profile || 'cuelane'
  if (kind === 'shift') return { kind, by: shiftField.usual, from: 0 }
  if (kind === 'replace')
    return { kind, text: '', replacement: '', match_case: false, whole_word: false, is_pattern: false }
  return kind === 'roles' ? { kind, from_language: codes[0] ?? 'en' } : { kind, profile }
}
