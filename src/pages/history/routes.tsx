import type { Page } from '#src/shell/page.ts'

/** Current and past tasks. */
export const historyPages: readonly Page[] = [
  {
    paths: ['/lab/history'],
    title: 'title_history',
    guard: 'session',
    framed: true,
    messages: ['tasks'],
    load: async () => (await import('./HistoryPage.tsx')).HistoryPage,
  },
]
