import '@blueprintjs/core/lib/css/blueprint.css'
import { BlueprintProvider, FocusStyleManager } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { startComposing } from './composing.ts'
import { startControlNames } from './control-names.ts'
import { startDialogFocus } from './dialog-focus.ts'
import { startDialogKeys } from './dialog-keys.ts'
import { startMenuKeys } from './menu-keys.ts'
import { applyTheme } from './theme.ts'
import { startTips } from './tips.ts'

/** Starts keys, focus, tips and theme for all pages; called once, before the first render. */
export function startUi(): void {
  startComposing()
  FocusStyleManager.onlyShowFocusOnTabs()
  applyTheme()
  startTips()
  startDialogKeys()
  startDialogFocus()
  startControlNames()
  startMenuKeys()
}

/** The context that components of `src/ui` need. */
export function UiProvider({ children }: { children: ReactNode }): ReactNode {
  return <BlueprintProvider>{children}</BlueprintProvider>
}
