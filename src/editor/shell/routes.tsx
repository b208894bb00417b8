import type { Page } from '#src/shell/page.ts'
import { askAhead } from './ahead.ts'
import { EDITOR_PATH, editorMessages, fetchEditor } from './fetch-editor.ts'

/** The Pro subtitle editor, for a library video or local files. */
export const editorPages: readonly Page[] = [
  {
    paths: [EDITOR_PATH],
    title: 'title_editor',
    guard: 'session',
    framed: false,
    messages: editorMessages,
    load: () => {
      askAhead()
      return fetchEditor()
    },
  },
]
