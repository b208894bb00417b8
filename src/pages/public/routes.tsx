import type { Page } from '#src/shell/page.ts'

/** Pages for everybody. */
export const publicPages: readonly Page[] = [
  {
    paths: ['/'],
    title: 'title_landing',
    guard: 'none',
    framed: false,
    messages: ['public'],
    load: async () => (await import('./LandingPage.tsx')).LandingPage,
  },
  {
    paths: ['/404/404'],
    title: 'title_not_found',
    guard: 'none',
    framed: false,
    messages: ['public'],
    load: async () => (await import('./NotFoundPage.tsx')).NotFoundPage,
  },
]
