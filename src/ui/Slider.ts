import { Slider as ToolkitSlider } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A number on a scale. */
export const Slider: Part<
  typeof ToolkitSlider,
  'handleHtmlProps' | 'labelRenderer' | 'max' | 'min' | 'onChange' | 'stepSize' | 'value'
> = ToolkitSlider
