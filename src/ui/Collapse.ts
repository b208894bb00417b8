import { Collapse as ToolkitCollapse } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** What is folded away under its heading. */
export const Collapse: Part<typeof ToolkitCollapse, 'children' | 'isOpen' | 'transitionDuration'> = ToolkitCollapse
