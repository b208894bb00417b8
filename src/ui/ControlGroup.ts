import { ControlGroup as ToolkitControlGroup } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** Fields that are drawn as one. */
export const ControlGroup: Part<typeof ToolkitControlGroup, 'children' | 'fill'> = ToolkitControlGroup
