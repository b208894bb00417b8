import type { Page } from '#src/shell/page.ts'

/** What is read: agreement, privacy. */
export const helpPages: readonly Page[] = [
  {
    paths: ['/agreement'],
    title: 'title_agreement',
    guard: 'none',
    framed: false,
    messages: ['agreement'],
    load: async () => (await import('./AgreementPage.tsx')).AgreementPage,
  },
]
