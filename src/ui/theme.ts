import { Classes } from '@blueprintjs/core'
import { proxy, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { stored } from './stored.ts'

/** How the interface is lit. */
export type Theme = 'light' | 'dark'

const chosen = stored('theme', z.enum(['light', 'dark']), 'dark')
const state = proxy<{ theme: Theme }>({ theme: chosen.get() })

/** The theme of now, for React. */
export function useTheme(): Theme {
  return useSnapshot(state).theme
}

/** Changes to the other theme and keeps the choice. */
export function toggleTheme(): void {
  state.theme = state.theme === 'dark' ? 'light' : 'dark'
  chosen.set(state.theme)
  applyTheme()
}

/** On the body, so that dialogs and menus, which Blueprint puts there, follow too; also in other windows of ours. */
export function applyTheme(page = document): void {
  page.body.classList.toggle(Classes.DARK, state.theme === 'dark')
  page.documentElement.dataset['theme'] = state.theme
}
