import { Drawer as ToolkitDrawer } from '@blueprintjs/core'
import { createElement } from 'react'
import { closedOverlay } from './dialog-focus.ts'
import type { Part } from './part.ts'

/** A pane that slides in from an edge of the window. */
export const Drawer: Part<
  typeof ToolkitDrawer,
  | 'autoFocus'
  | 'canEscapeKeyClose'
  | 'canOutsideClickClose'
  | 'children'
  | 'className'
  | 'enforceFocus'
  | 'hasBackdrop'
  | 'isOpen'
  | 'onClose'
  | 'position'
  | 'size'
  | 'title'
  | 'transitionDuration'
> = (props) => createElement(ToolkitDrawer, { ...props, ...closedOverlay })
