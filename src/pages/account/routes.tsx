import type { Page } from '#src/shell/page.ts'

/** Signing in and signing up. */
export const accountPages: readonly Page[] = [
  {
    paths: ['/login'],
    title: 'title_login',
    guard: 'guest',
    framed: false,
    messages: ['public'],
    load: async () => (await import('./LoginPage.tsx')).LoginPage,
  },
]
