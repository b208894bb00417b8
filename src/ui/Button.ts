import { Button as ToolkitButton, AnchorButton as ToolkitAnchorButton } from '@blueprintjs/core'
import type { ComponentProps } from 'react'
import type { Part } from './part.ts'

/** The toolkit's button; also draws links that look like one. */
export const Button: Part<
  typeof ToolkitButton,
  | 'active'
  | 'alignText'
  | 'autoFocus'
  | 'children'
  | 'className'
  | 'disabled'
  | 'ellipsizeText'
  | 'endIcon'
  | 'fill'
  | 'icon'
  | 'id'
  | 'intent'
  | 'lang'
  | 'loading'
  | 'onBlur'
  | 'onClick'
  | 'onKeyDown'
  | 'onMouseDown'
  | 'size'
  | 'style'
  | 'tabIndex'
  | 'text'
  | 'title'
  | 'type'
  | 'variant'
> = ToolkitButton

export const AnchorButton: Part<
  typeof ToolkitAnchorButton,
  'download' | 'href' | 'icon' | 'intent' | 'rel' | 'role' | 'size' | 'target' | 'text' | 'variant'
> = ToolkitAnchorButton

export type ButtonProps = ComponentProps<typeof Button>
