import type { Page } from '#src/shell/page.ts'

/** Pages for the installation's staff. */
export const staffPages: readonly Page[] = [
  {
    paths: ['/lab/staff', '/lab/staff/:part'],
    title: 'title_staff',
    guard: 'staff',
    framed: true,
    messages: ['staff', 'forms', 'tasks'],
    load: async () => (await import('./StaffPage.tsx')).StaffPage,
  },
  {
    paths: ['/lab/staff/engines'],
    title: 'title_engines',
    guard: 'staff',
    framed: true,
    messages: ['staff', 'tasks'],
    load: async () => (await import('./EnginesPage.tsx')).EnginesPage,
  },
]
