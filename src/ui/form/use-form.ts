import { type FocusEvent, useState } from 'react'
import type { FieldFault } from '#core/domain/account.ts'

/** The values of a form, and the errors of fields that the user has touched. */
export interface FormState<V extends object> {
  readonly values: V
  readonly set: <F extends keyof V>(field: F, value: V[F]) => void
  /** Resets a field whose meaning has changed, and marks it as untouched. */
  readonly renew: <F extends keyof V>(field: F, value: V[F]) => void
  /** Why a field is invalid, once it is touched. */
  readonly faultOf: (field: keyof V) => FieldFault | undefined
  /** Marks the field that lost focus as touched; for the form's `onBlur`. */
  readonly leave: (event: FocusEvent<HTMLElement>) => void
  /** True if all is valid; otherwise every field shows its error, and the first invalid one gets the focus. */
  readonly check: (form: HTMLElement) => boolean
  /** Whether all is valid. */
  readonly isFine: boolean
  /** Whether any value differs from the first ones. */
  readonly isChanged: boolean
  /** Sets the first value of a field that the user has not touched. */
  readonly begin: <F extends keyof V>(field: F, value: V[F]) => void
}

/** State of a form whose fields have `data-field`. Errors show from the first change or when a field loses focus. */
export function useForm<V extends object>(
  empty: V,
  faultsIn: (values: V) => Partial<Record<string, FieldFault>>,
): FormState<V> {
  const [values, setValues] = useState(empty)
  const [first, setFirst] = useState(empty)
  const [touched, setTouched] = useState<ReadonlySet<PropertyKey>>(new Set())
  const faults = faultsIn(values)
  const touch = (fields: readonly PropertyKey[]): void => setTouched((before) => new Set([...before, ...fields]))
  return {
    values,
    set: (field, value) => {
      setValues((before) => ({ ...before, [field]: value }))
      touch([field])
    },
    renew: (field, value) => {
      setValues((before) => ({ ...before, [field]: value }))
      setTouched((before) => new Set([...before].filter((each) => each !== field)))
    },
    faultOf: (field) => (touched.has(field) ? faults[String(field)] : undefined),
    leave: ({ target, relatedTarget }) => {
      const field = target.closest<HTMLElement>('[data-field]')
      // Moving between parts of a field does not leave it.
      if (field && !field.contains(relatedTarget)) touch([field.dataset['field'] ?? ''])
    },
    check: (form) => {
      touch(Object.keys(faults))
      const wanting = [...form.querySelectorAll<HTMLElement>('[data-field]')].find(
        ({ dataset }) => (dataset['field'] ?? '') in faults,
      )
      wanting?.querySelector<HTMLElement>('input, textarea, button')?.focus()
      return Object.keys(faults).length === 0
    },
    isFine: Object.keys(faults).length === 0,
    isChanged: Object.entries(values).some(([field, value]) => Reflect.get(first, field) !== value),
    begin: (field, value) => {
      if (touched.has(field)) return
      setFirst((before) => ({ ...before, [field]: value }))
      setValues((before) => ({ ...before, [field]: value }))
    },
  }
}
