import type { Page } from '#src/shell/page.ts'
import { askAhead } from './ahead.ts'

/** The Pro subtitle editor, on a video of the library or on files of this computer. */
export const editorPages: readonly Page[] = [
  {
    paths: ['/lab/pro/srt-edit'],
    title: 'title_editor',
    guard: 'session',
    framed: false,
    messages: ['editor', 'checks', 'subtitles', 'tasks'],
    load: async () => {
      askAhead()
      const [{ EditorPage }] = await Promise.all([
        import('./EditorPage.tsx'),
        import('@blueprintjs/select/lib/css/blueprint-select.css'),
      ])
      return EditorPage
    },
  },
]
