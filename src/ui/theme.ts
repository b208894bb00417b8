import { Classes } from '@blueprintjs/core'
import { proxy, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { stored } from './stored.ts'

/** The colour theme. */
export type Theme = 'light' | 'dark'

const chosen = stored('theme', z.enum(['light', 'dark']), 'dark')
const state = proxy<{ theme: Theme }>({ theme: chosen.get() })

/** The current theme, for React. */
export function useTheme(): Theme {
  return useSnapshot(state).theme
}

/** Switches the theme and stores the choice. */
export function toggleTheme(): void {
  state.theme = state.theme === 'dark' ? 'light' : 'dark'
  chosen.set(state.theme)
  applyTheme()
}

/**
 * Set on the body, so that dialogs and menus, which Blueprint mounts there, follow; also in the app's other windows.
 */
export function applyTheme(page = document): void {
  page.body.classList.toggle(Classes.DARK, state.theme === 'dark')
  page.documentElement.dataset['theme'] = state.theme
}
