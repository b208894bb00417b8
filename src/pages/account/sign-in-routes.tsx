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
    paths: ['/forgotten'],
    title: 'title_forgotten',
    guard: 'none',
    framed: false,
    messages: ['login'],
    load: async () => (await import('./ForgottenPage.tsx')).ForgottenPage,
  },
  {
    paths: ['/reset'],
    title: 'title_reset',
    guard: 'none',
    framed: false,
    messages: ['login'],
    load: async () => (await import('./ResetPage.tsx')).ResetPage,
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
