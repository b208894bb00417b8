import { Collapse as ToolkitCollapse } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** Content that is hidden until the user opens it. */
export const Collapse: Part<typeof ToolkitCollapse, 'children' | 'isOpen' | 'transitionDuration'> = ToolkitCollapse
