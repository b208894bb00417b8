import type { Page } from '#src/shell/page.ts'

/** Reading pages: agreement, privacy, guide. */
export const helpPages: readonly Page[] = [
  {
    paths: ['/agreement'],
    title: 'title_agreement',
    guard: 'none',
    framed: false,
    messages: ['agreement'],
    load: async () => (await import('./AgreementPage.tsx')).AgreementPage,
  },
  {
    paths: ['/lab/doc'],
    title: 'title_help',
    guard: 'none',
    framed: false,
    messages: ['guide'],
    load: async () => (await import('./GuidePage.tsx')).GuidePage,
  },
]
