import { Tooltip as ToolkitTooltip } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** Words with parts of their own under the pointer; plain ones are `data-tip` (tips.ts). */
export const Tooltip: Part<typeof ToolkitTooltip, 'children' | 'className' | 'content' | 'hoverOpenDelay'> =
  ToolkitTooltip
