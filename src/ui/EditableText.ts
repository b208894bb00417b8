import { EditableText as ToolkitEditableText } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A text that becomes a field while the user edits it. */
export const EditableText: Part<
  typeof ToolkitEditableText,
  'defaultValue' | 'isEditing' | 'maxLength' | 'onCancel' | 'onConfirm' | 'selectAllOnFocus'
> = ToolkitEditableText
