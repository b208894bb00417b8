import { NumericInput as ToolkitNumericInput } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A field for a number, with buttons to step it. */
export const NumberInput: Part<
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
