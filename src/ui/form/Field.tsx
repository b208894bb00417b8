import './form.css'
import { FormGroup, InputGroup, TextArea } from '@blueprintjs/core'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

interface FieldProps {
  /** Its name in the form's values. */
  field: string
  label: string
  /** Beside the label. */
  info?: string | undefined
  hint?: string | undefined
  /** What is wrong with it, said in place of the hint. */
  fault?: string | undefined
}

/** What a field's own element needs to belong to its label and its note. */
interface Control {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

/** A field of a form: its label, and under it what it wants or what is wrong. The note's line is always kept free. */
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

/** What stands under a text: once it is as long as it may be that is said, or else it would stop without a word. */
export function useLimitNote({
  value,
  maxLength,
  hint,
}: Pick<TextProps, 'value' | 'maxLength' | 'hint'>): string | undefined {
  const { t } = useTranslation()
  return value.length >= maxLength ? t('limit_reached', { n: maxLength }) : hint
}

/** A line of text. */
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
  /** The fewest that it shows. */
  rows?: number
  autoFocus?: boolean
}

/** By so many rows a field grows before it scrolls. */
const ROWS_MORE = 2

/** Several lines of text: three rows that grow to five with what is written, or from more to two more. */
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
