import { Callout as ToolkitCallout } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A note set apart from the text around it. */
export const Callout: Part<typeof ToolkitCallout, 'children' | 'className' | 'compact' | 'intent' | 'role'> =
  ToolkitCallout
