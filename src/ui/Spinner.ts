import { Spinner as ToolkitSpinner } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** Something is under way. */
export const Spinner: Part<typeof ToolkitSpinner, 'className' | 'size' | 'value'> = ToolkitSpinner
