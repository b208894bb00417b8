import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { EyeOpen } from '#src/ui/icons.ts'
import { TextInput } from '#src/ui/TextInput.ts'

interface Props {
  readonly id: string
  /** Its name in faults, if not its id. */
  readonly field?: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autoComplete: string
  readonly hint?: string
  /** Its fault, shown below in place of the hint. */
  readonly fault: string | undefined
  readonly autoFocus?: boolean
}

/** A labelled field with its hint or fault below. */
export function TextField({
  id,
  field = id,
  label,
  type = 'text',
  autoComplete,
  hint,
  fault,
  autoFocus,
}: Props): ReactNode {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const note = fault ?? hint
  const isPassword = type === 'password'
  const toggle = t(isShown ? 'hide_characters' : 'show_characters')
  return (
    <FormGroup
      label={label}
      labelFor={id}
      intent={fault ? 'danger' : 'none'}
      helperText={<span id={`${id}-note`}>{note ?? '\u00a0'}</span>}
    >
      <TextInput
        id={id}
        name={id}
        data-field={field}
        type={isPassword && isShown ? 'text' : type}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        size="large"
        intent={fault ? 'danger' : 'none'}
        aria-invalid={fault !== undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        rightElement={
          isPassword ? (
            <Button
              variant="minimal"
              icon={<EyeOpen />}
              active={isShown}
              aria-label={toggle}
              title={toggle}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            />
          ) : undefined
        }
      />
    </FormGroup>
  )
}
