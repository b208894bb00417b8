import { Alert as ToolkitAlert } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A question over the page with two answers. */
export const Alert: Part<typeof ToolkitAlert, 'children' | 'confirmButtonText' | 'intent' | 'isOpen' | 'onConfirm'> =
  ToolkitAlert
