import { Tooltip as ToolkitTooltip } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A tip with elements in it; plain ones use `data-tip` (tips.ts). */
export const Tooltip: Part<typeof ToolkitTooltip, 'children' | 'className' | 'content' | 'hoverOpenDelay'> =
  ToolkitTooltip
