import type { Page } from '#src/shell/page.ts'

/** Keys of programs, what they are told, and how to use them. */
export const apiKeyPages: readonly Page[] = [
  {
    paths: ['/lab/apikeys'],
    title: 'title_api_keys',
    guard: 'session',
    framed: true,
    messages: ['apikeys'],
    load: async () => (await import('./ApiKeysPage.tsx')).ApiKeysPage,
  },
]
