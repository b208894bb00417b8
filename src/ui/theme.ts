import { proxy, useSnapshot } from 'valtio'

export type Theme = 'light' | 'dark'

const KEY = 'theme'

const state = proxy<{ theme: Theme }>({ theme: localStorage.getItem(KEY) === 'light' ? 'light' : 'dark' })

export function useTheme(): Theme {
  return useSnapshot(state).theme
}

export function toggleTheme(): void {
  state.theme = state.theme === 'dark' ? 'light' : 'dark'
  localStorage.setItem(KEY, state.theme)
  applyTheme()
}

/** On the body, so that dialogs and menus, which Blueprint puts there, follow too. */
export function applyTheme(): void {
  document.body.classList.toggle('bp6-dark', state.theme === 'dark')
  document.documentElement.dataset['theme'] = state.theme
}
