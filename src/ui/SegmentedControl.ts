import { SegmentedControl as ToolkitSegmentedControl } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** One of a few options, side by side. */
export const SegmentedControl: Part<
  typeof ToolkitSegmentedControl,
  'className' | 'fill' | 'onValueChange' | 'options' | 'size' | 'value'
> = ToolkitSegmentedControl
