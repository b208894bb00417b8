import type { LiveEditor } from '#src/shell/live-editor.ts'
import type { Page } from '#src/shell/page.ts'

/** Public pages; the first one shows the editor. */
export function publicPages(Editor: LiveEditor): readonly Page[] {
  return [
    {
      paths: ['/'],
      title: 'title_landing',
      guard: 'guest',
      framed: false,
      messages: ['public'],
      load: async () => {
        const { LandingPage } = await import('./LandingPage.tsx')
        return () => <LandingPage Editor={Editor} />
      },
    },
    {
      paths: ['/partner'],
      title: 'title_partner',
      guard: 'none',
      framed: false,
      messages: ['forms'],
      load: async () => (await import('./PartnerPage.tsx')).PartnerPage,
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
}
