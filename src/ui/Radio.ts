import { Radio as ToolkitRadio, RadioGroup as ToolkitRadioGroup } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** One of a few options, all visible. */
export const Radio: Part<typeof ToolkitRadio, 'disabled' | 'label' | 'value'> = ToolkitRadio

export const RadioGroup: Part<
  typeof ToolkitRadioGroup,
  'children' | 'className' | 'inline' | 'label' | 'name' | 'onChange' | 'selectedValue'
> = ToolkitRadioGroup
