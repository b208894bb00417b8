import type { Page } from '#src/shell/page.ts'

/** API keys, webhooks, and their documentation. */
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
