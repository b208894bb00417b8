import type { EditorOverPage } from '#src/shell/editor-over-page.ts'
import type { Page } from '#src/shell/page.ts'
import { withDrawer } from './drawer/with-drawer.tsx'

/** Folders, batches and the studio workflow; the editor opens over folders and batches. */
export const proPages = (editor: EditorOverPage): readonly Page[] => [
  {
    paths: ['/lab/pro'],
    title: 'title_pro',
    guard: 'session',
    framed: true,
    messages: ['pro', 'tasks', 'subtitles'],
    load: async () => (await import('./home/ProHomePage.tsx')).ProHomePage,
  },
  {
    paths: ['/lab/pro/folder/:folder_id?/:tab_name?'],
    title: 'title_pro_folder',
    guard: 'session',
    framed: true,
    messages: ['pro', 'review', 'checks', 'tasks', 'subtitles', 'upload'],
    load: async () => withDrawer((await import('./folder/FolderPage.tsx')).FolderPage, editor),
  },
  {
    paths: ['/lab/pro/batch/:batch_id?'],
    title: 'title_pro_batch',
    guard: 'session',
    framed: true,
    messages: ['pro', 'review', 'checks', 'tasks', 'subtitles'],
    load: async () => withDrawer((await import('./batch/BatchPage.tsx')).BatchPage, editor),
  },
]
