import { EditableText as ToolkitEditableText } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A text that is a field while it is changed. */
export const EditableText: Part<
  typeof ToolkitEditableText,
  'defaultValue' | 'isEditing' | 'maxLength' | 'onCancel' | 'onConfirm' | 'selectAllOnFocus'
> = ToolkitEditableText
