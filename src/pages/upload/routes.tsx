import type { Page } from '#src/shell/page.ts'

/** Upload of many files at once. */
export const uploadPages: readonly Page[] = [
  {
    paths: ['/lab/upload', '/lab/upload/:folder_id?'],
    title: 'title_upload',
    guard: 'session',
    framed: true,
    messages: ['upload', 'subtitles', 'errors', 'tasks'],
    load: async () => (await import('./UploadPage.tsx')).UploadPage,
  },
]
