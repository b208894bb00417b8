import { TextArea as ToolkitTextArea } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A field for text of several rows. */
export const TextArea: Part<
  typeof ToolkitTextArea,
  | 'aria-label'
  | 'autoFocus'
  | 'className'
  | 'dir'
  | 'disabled'
  | 'fill'
  | 'id'
  | 'inputRef'
  | 'intent'
  | 'maxLength'
  | 'onChange'
  | 'onKeyDown'
  | 'placeholder'
  | 'rows'
  | 'style'
  | 'value'
> = ToolkitTextArea
