import { Card as ToolkitCard } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A raised surface on the page. */
export const Card: Part<typeof ToolkitCard, 'children' | 'className' | 'compact'> = ToolkitCard
