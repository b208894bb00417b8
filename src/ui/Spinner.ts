import { Spinner as ToolkitSpinner } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** Shows that work is in progress. */
export const Spinner: Part<typeof ToolkitSpinner, 'className' | 'size' | 'value'> = ToolkitSpinner
