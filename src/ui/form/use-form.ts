import { type FocusEvent, useState } from 'react'
import type { FieldFault } from '#core/domain/account.ts'

/** The values of a form, and what is wrong with the fields that the user has been at. */
export interface FormState<V extends object> {
  readonly values: V
  readonly set: <F extends keyof V>(field: F, value: V[F]) => void
  /** Empties a field that means something else from now on: nobody has been at it. */
  readonly renew: <F extends keyof V>(field: F, value: V[F]) => void
  /** Why a field can't be sent, once it was changed or left. */
  readonly faultOf: (field: keyof V) => FieldFault | undefined
  /** Marks the field of the element that was left; for the form's `onBlur`. */
  readonly leave: (event: FocusEvent<HTMLElement>) => void
  /** True where all can be sent; else every field says what it wants, and the first of them gets the keyboard. */
  readonly check: (form: HTMLElement) => boolean
  /** Whether all can be sent. */
  readonly isFine: boolean
  /** Whether anything is other than it was at first. */
  readonly isChanged: boolean
  /** Gives a field that nobody has been at what it begins with. */
  readonly begin: <F extends keyof V>(field: F, value: V[F]) => void
}

/** Keeps a form whose fields are named by `data-field`. Faults show from the first change or when a field is left. */
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
      // From one part of a field to another it is not left.
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
