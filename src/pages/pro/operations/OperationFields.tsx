import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { profiles } from '#core/checks/profiles.ts'
import { shiftField } from '#core/domain/limits.ts'
import { profileIds } from '#core/domain/profiles.ts'
import { Checkbox } from '#src/ui/Checkbox.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import type { Operation } from './use-operation.ts'

interface Props {
  operation: Operation
  onChange: (operation: Operation) => void
  /** The folder's languages. */
  languages: readonly string[]
}

/** The fields of each kind of operation. */
export function OperationFields({ operation, onChange, languages }: Props): ReactNode {
  const { t } = useTranslation('review')
  const nameOf = useLanguageNames()
  switch (operation.kind) {
    case 'shift':
      return <ShiftFields operation={operation} onChange={onChange} />
    case 'replace':
      return <ReplaceFields operation={operation} onChange={onChange} />
    case 'roles':
      return (
        <SelectField
          id="operation-from"
          label={t('roles_from')}
          value={operation.from_language}
          options={languages.map((code) => ({ value: code, label: nameOf(code) }))}
          onChange={(code) => onChange({ kind: 'roles', from_language: code as typeof operation.from_language })}
        />
      )
    default:
      return (
        <SelectField
          id="operation-profile"
          label={t('profile')}
          value={operation.profile ?? 'cuelane'}
          options={profileIds.map((value) => ({ value, label: profiles[value].name }))}
          onChange={(profile) => onChange({ ...operation, profile })}
        />
      )
  }
}

type Of<K extends Operation['kind']> = Extract<Operation, { kind: K }>

function ShiftFields({ operation, onChange }: { operation: Of<'shift'>; onChange: Props['onChange'] }): ReactNode {
  const { t } = useTranslation('review')
  const { min, max, step } = shiftField
  return (
    <FormGroup label={t('shift_by')} labelFor="operation-by" helperText={t('shift_hint')}>
      <NumberInput
        id="operation-by"
        value={operation.by}
        min={min}
        max={max}
        stepSize={step}
        minorStepSize={1}
        clampValueOnBlur
        rightElement={<span className="operation-unit muted">ms</span>}
        onValueChange={(by) => onChange({ ...operation, by: Math.round(by) || 0 })}
      />
    </FormGroup>
  )
}

function ReplaceFields({ operation, onChange }: { operation: Of<'replace'>; onChange: Props['onChange'] }): ReactNode {
  const { t } = useTranslation('review')
  return (
    <>
      <div className="operation-pair">
        <FormGroup label={t('find')} labelFor="operation-find">
          <TextInput
            id="operation-find"
            value={operation.text}
            maxLength={1000}
            onValueChange={(text) => onChange({ ...operation, text })}
          />
        </FormGroup>
        <FormGroup label={t('replace_with')} labelFor="operation-replacement">
          <TextInput
            id="operation-replacement"
            value={operation.replacement ?? ''}
            maxLength={1000}
            onValueChange={(replacement) => onChange({ ...operation, replacement })}
          />
        </FormGroup>
      </div>
      <div className="operation-switches">
        {(['match_case', 'whole_word', 'is_pattern'] as const).map((name) => (
          <Checkbox
            key={name}
            checked={operation[name] === true}
            label={t(name)}
            onChange={({ currentTarget }) => onChange({ ...operation, [name]: currentTarget.checked })}
          />
        ))}
      </div>
    </>
  )
}
