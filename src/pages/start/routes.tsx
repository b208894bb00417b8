import type { Page } from '#src/shell/page.ts'

/** The start page, and the addresses that end a session. */
export const startPages: readonly Page[] = [
  {
    paths: ['/lab/workspace'],
    title: 'title_start',
    guard: 'session',
    framed: true,
    messages: ['start', 'tasks', 'upload', 'errors'],
    load: async () => (await import('./StartPage.tsx')).StartPage,
  },
  {
    paths: ['/lab/home', '/lab/space'],
    title: 'title_login',
    guard: 'none',
    framed: false,
    messages: [],
    load: async () => (await import('./LeavePage.tsx')).LeavePage,
  },
]
