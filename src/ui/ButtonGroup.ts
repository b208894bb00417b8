import { ButtonGroup as ToolkitButtonGroup } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** Buttons side by side. */
export const ButtonGroup: Part<typeof ToolkitButtonGroup, 'children' | 'variant'> = ToolkitButtonGroup
