import {
  Dialog as ToolkitDialog,
  DialogBody as ToolkitDialogBody,
  DialogFooter as ToolkitDialogFooter,
} from '@blueprintjs/core'
import { createElement } from 'react'
import { closedOverlay } from './dialog-focus.ts'
import type { Part } from './part.ts'

/** A window over the page, with its body and a footer of buttons. */
export const Dialog: Part<
  typeof ToolkitDialog,
  | 'canOutsideClickClose'
  | 'children'
  | 'className'
  | 'isCloseButtonShown'
  | 'isOpen'
  | 'onClose'
  | 'title'
  | 'transitionDuration'
> = (props) => createElement(ToolkitDialog, { ...props, ...closedOverlay })

export const DialogBody: Part<typeof ToolkitDialogBody, 'children' | 'className'> = ToolkitDialogBody

export const DialogFooter: Part<typeof ToolkitDialogFooter, 'actions' | 'children'> = ToolkitDialogFooter
