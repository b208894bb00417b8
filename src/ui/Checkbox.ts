import { Checkbox as ToolkitCheckbox, Switch as ToolkitSwitch } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A switch with two states. */
export const Checkbox: Part<
  typeof ToolkitCheckbox,
  | 'aria-label'
  | 'checked'
  | 'children'
  | 'className'
  | 'disabled'
  | 'indeterminate'
  | 'inline'
  | 'inputRef'
  | 'label'
  | 'labelElement'
  | 'onChange'
  | 'onClick'
> = ToolkitCheckbox

export const Switch: Part<typeof ToolkitSwitch, 'checked' | 'label' | 'onChange'> = ToolkitSwitch
