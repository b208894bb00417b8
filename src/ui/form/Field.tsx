import './form.css'
import { FormGroup, InputGroup, TextArea } from '@blueprintjs/core'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

interface FieldProps {
  /** Its key in the form's values. */
  field: string
  label: string
  /** Beside the label. */
  info?: string | undefined
  hint?: string | undefined
  /** The error, shown in place of the hint. */
  fault?: string | undefined
}

/** Attributes that connect a control with its label and note. */
interface Control {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

/** A field of a form: its label, its control, and a hint or error below. The row of the note is always reserved. */
export function Field({
  field,
  label,
  info,
  hint,
  fault,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }): ReactNode {
  const id = useId()
  const note = fault ?? hint
  return (
    <div data-field={field} className="form-field">
      <FormGroup
        label={label}
        labelFor={id}
        labelInfo={info}
        intent={fault ? 'danger' : 'none'}
        helperText={<span id={`${id}-note`}>{note ?? '\u00a0'}</span>}
      >
        {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': note ? `${id}-note` : undefined })}
      </FormGroup>
    </div>
  )
}

interface TextProps extends FieldProps {
  value: string
  onValue: (value: string) => void
  maxLength: number
  type?: 'text' | 'email' | 'tel' | 'datetime-local'
  autoComplete?: string
  autoFocus?: boolean
  rightElement?: React.JSX.Element
}

/** The note below a text: at the length limit it says so, since typing would stop without a reason. */
export function useLimitNote({
  value,
  maxLength,
  hint,
}: Pick<TextProps, 'value' | 'maxLength' | 'hint'>): string | undefined {
  const { t } = useTranslation()
  return value.length >= maxLength ? t('limit_reached', { n: maxLength }) : hint
}

/** A field for a single row of text. */
export function TextLine(props: TextProps): ReactNode {
  const { value, onValue, maxLength, type = 'text', autoComplete = 'off', autoFocus, rightElement, ...field } = props
  const hint = useLimitNote(props)
  return (
    <Field {...field} hint={hint}>
      {(control) => (
        <InputGroup
          {...control}
          value={value}
          onValueChange={onValue}
          maxLength={maxLength}
          type={type}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          rightElement={rightElement}
          intent={field.fault ? 'danger' : 'none'}
        />
      )}
    </Field>
  )
}

interface AreaProps extends FieldProps {
  value: string
  onValue: (value: string) => void
  maxLength: number
  /** The least number of rows. */
  rows?: number
  autoFocus?: boolean
}

/** Rows that a field grows by before it scrolls. */
const ROWS_MORE = 2

/** A field for several rows of text: three rows by default, and up to two more as the user types. */
export function TextLines({ value, onValue, maxLength, rows = 3, autoFocus, ...field }: AreaProps): ReactNode {
  const heights = { '--rows-least': rows, '--rows-most': rows + ROWS_MORE } as CSSProperties
  const hint = useLimitNote({ value, maxLength, hint: field.hint })
  return (
    <Field {...field} hint={hint}>
      {(control) => (
        <TextArea
          {...control}
          fill
          className="form-lines"
          style={heights}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
          maxLength={maxLength}
          rows={rows}
          autoFocus={autoFocus}
          intent={field.fault ? 'danger' : 'none'}
        />
      )}
    </Field>
  )
}
