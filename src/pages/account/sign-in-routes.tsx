import type { Page } from '#src/shell/page.ts'

/** Signing in and signing up. */
export const signInPages: readonly Page[] = [
  {
    paths: ['/login'],
    title: 'title_login',
    guard: 'guest',
    framed: false,
    messages: ['login'],
    load: async () => (await import('./LoginPage.tsx')).LoginPage,
  },
  {
    paths: ['/confirm'],
    title: 'title_confirm',
    guard: 'none',
    framed: false,
    messages: ['login'],
    load: async () => (await import('./ConfirmPage.tsx')).ConfirmPage,
  },
]
