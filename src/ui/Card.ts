import { Card as ToolkitCard } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A surface of its own on the page. */
export const Card: Part<typeof ToolkitCard, 'children' | 'className' | 'compact'> = ToolkitCard
