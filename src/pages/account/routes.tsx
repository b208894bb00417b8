import type { Page } from '#src/shell/page.ts'

/** One's own account. */
export const accountPages: readonly Page[] = [
  {
    paths: ['/lab/profile'],
    title: 'title_profile',
    guard: 'session',
    framed: true,
    messages: ['account'],
    load: async () => (await import('./ProfilePage.tsx')).ProfilePage,
  },
]
