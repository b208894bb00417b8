import { Button, Menu, MenuItem } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { Popover } from '#src/ui/Popover.tsx'
import { Select } from '../Select.tsx'
import type { Option } from '../use-listbox.ts'
import { formatList } from '../format.ts'
import { Field } from './Field.tsx'

interface Props<T extends string> {
  field: string
  label: string
  info?: string
  hint?: string | undefined
  fault?: string | undefined
  /** Shown while nothing is chosen. */
  placeholder: string
  options: readonly Option<T>[]
}

/** A labelled choice of one value, empty at first. */
export function ChoiceField<T extends string>(
  props: Props<T> & { value: T | ''; onValue: (value: T) => void },
): ReactNode {
  const { value, onValue, options, placeholder, ...field } = props
  const shown: readonly Option<T | ''>[] = [{ value: '', label: placeholder, disabled: true }, ...options]
  return (
    <Field {...field}>
      {(control) => (
        <Select {...control} value={value} options={shown} onChange={(chosen) => chosen !== '' && onValue(chosen)} />
      )}
    </Field>
  )
}

/** A labelled choice of several values; its list stays open while the user chooses. */
export function ManyField<T extends string>(
  props: Props<T> & { values: readonly T[]; onValues: (values: readonly T[]) => void },
): ReactNode {
  const { values, onValues, options, placeholder, ...field } = props
  const names = options.filter(({ value }) => values.includes(value)).map(({ label }) => label)
  const toggle = (value: T): void =>
    onValues(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
  return (
    <Field {...field}>
      {(control) => (
        <Popover
          placement="bottom-start"
          fill
          matchTargetWidth
          arrow={false}
          content={
            <Menu className="many-list">
              {options.map(({ value, label }) => (
                <MenuItem
                  key={value}
                  roleStructure="listoption"
                  selected={values.includes(value)}
                  shouldDismissPopover={false}
                  text={label}
                  onClick={() => toggle(value)}
                />
              ))}
            </Menu>
          }
        >
          <Button
            {...control}
            fill
            alignText="start"
            className="many-button"
            endIcon={<CaretDown size={12} />}
            data-tip={formatList(names)}
            data-tip-cut=".bp6-button-text"
            text={names.length > 0 ? formatList(names) : <span className="muted">{placeholder}</span>}
          />
        </Popover>
      )}
    </Field>
  )
}
