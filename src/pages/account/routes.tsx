import type { Page } from '#src/shell/page.ts'

/** Signing in, signing up, and one's own account. */
export const accountPages: readonly Page[] = [
  {
    paths: ['/login'],
    title: 'title_login',
    guard: 'guest',
    framed: false,
    messages: ['public'],
    load: async () => (await import('./LoginPage.tsx')).LoginPage,
  },
  {
    paths: ['/lab/profile'],
    title: 'title_profile',
    guard: 'session',
    framed: true,
    messages: ['account'],
    load: async () => (await import('./ProfilePage.tsx')).ProfilePage,
  },
]
