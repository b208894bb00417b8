import { Menu as ToolkitMenu, MenuItem as ToolkitMenuItem, MenuDivider as ToolkitMenuDivider } from '@blueprintjs/core'
import type { Part } from './part.ts'

/** A list of actions. */
export const Menu: Part<typeof ToolkitMenu, 'aria-label' | 'children' | 'className' | 'role' | 'ulRef'> = ToolkitMenu

export const MenuItem: Part<
  typeof ToolkitMenuItem,
  | 'active'
  | 'children'
  | 'disabled'
  | 'href'
  | 'icon'
  | 'intent'
  | 'label'
  | 'multiline'
  | 'onClick'
  | 'onFocus'
  | 'ref'
  | 'roleStructure'
  | 'selected'
  | 'shouldDismissPopover'
  | 'text'
> = ToolkitMenuItem

export const MenuDivider: Part<typeof ToolkitMenuDivider, 'title'> = ToolkitMenuDivider
