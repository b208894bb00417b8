import { FormGroup as ToolkitFormGroup } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A field with its label and its help text. */
export const FormGroup: Part<
  typeof ToolkitFormGroup,
  'children' | 'disabled' | 'helperText' | 'intent' | 'label' | 'labelFor' | 'labelInfo'
> = ToolkitFormGroup
