import { ContextMenuPopover as ToolkitContextMenuPopover } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A menu at the pointer. */
export const ContextMenu: Part<
  typeof ToolkitContextMenuPopover,
  'content' | 'isDarkTheme' | 'isOpen' | 'onClose' | 'targetOffset'
> = ToolkitContextMenuPopover
