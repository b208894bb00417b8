import type { Page } from '#src/shell/page.ts'

const messages = ['taskpages', 'tasks', 'subtitles'] as const

/** Pages that start tasks, and projects. */
export const taskPages: readonly Page[] = [
  {
    paths: ['/lab/subtitleTranslate'],
    title: 'title_subtitle_translate',
    guard: 'session',
    framed: true,
    messages,
    load: async () => (await import('./SubtitleTranslatePage.tsx')).SubtitleTranslatePage,
  },
  {
    paths: ['/lab/subtitleRemoval/:project_id?'],
    title: 'title_subtitle_removal',
    guard: 'session',
    framed: true,
    messages,
    load: async () => (await import('./VideoTaskPage.tsx')).SubtitleRemovalPage,
  },
  {
    paths: ['/lab/videoTranslate/:project_id?'],
    title: 'title_video_translate',
    guard: 'session',
    framed: true,
    messages,
    load: async () => (await import('./VideoTaskPage.tsx')).VideoTranslatePage,
  },
  {
    paths: ['/lab/project/:confg_type?'],
    title: 'title_projects',
    guard: 'session',
    framed: true,
    messages,
    load: async () => (await import('./ProjectsPage.tsx')).ProjectsPage,
  },
]
