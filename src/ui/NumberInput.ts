import { NumericInput as ToolkitNumericInput } from '@blueprintjs/core'
import { type ComponentProps, createElement, type ReactNode } from 'react'
import type { Part } from './part.ts'

const Field: Part<
  typeof ToolkitNumericInput,
  | 'aria-label'
  | 'autoFocus'
  | 'buttonPosition'
  | 'clampValueOnBlur'
  | 'className'
  | 'disabled'
  | 'fill'
  | 'id'
  | 'intent'
  | 'majorStepSize'
  | 'max'
  | 'min'
  | 'minorStepSize'
  | 'onValueChange'
  | 'rightElement'
  | 'selectAllOnFocus'
  | 'size'
  | 'stepSize'
  | 'value'
> = ToolkitNumericInput

/** A field for a number, with buttons to step it. With Shift it steps ten times as far, by at least 10. */
export function NumberInput({ stepSize = 1, ...props }: ComponentProps<typeof Field>): ReactNode {
  return createElement(Field, { majorStepSize: Math.max(10, stepSize * 10), ...props, stepSize })
}
