import { ControlGroup as ToolkitControlGroup } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** Fields that make one. */
export const ControlGroup: Part<typeof ToolkitControlGroup, 'children' | 'fill'> = ToolkitControlGroup
