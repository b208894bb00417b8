import type { Page } from '#src/shell/page.ts'

/** The library: folders and their videos. */
export const libraryPages: readonly Page[] = [
  {
    paths: ['/lab/library', '/lab/library/file/:folder_id?'],
    formerPaths: ['/lab'],
    title: 'title_library',
    guard: 'session',
    framed: true,
    messages: ['library', 'subtitles', 'tasks', 'upload', 'errors'],
    load: async () => (await import('./LibraryPage.tsx')).LibraryPage,
  },
]
