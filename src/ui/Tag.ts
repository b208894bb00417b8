import { Tag as ToolkitTag } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A word that describes a state. */
export const Tag: Part<
  typeof ToolkitTag,
  | 'children'
  | 'className'
  | 'icon'
  | 'intent'
  | 'interactive'
  | 'minimal'
  | 'onClick'
  | 'onRemove'
  | 'rightIcon'
  | 'round'
  | 'title'
> = ToolkitTag
