import type { ComponentType } from 'react'
import { loadMessages } from '#src/i18n/index.ts'

/** The address of the Pro subtitle editor. */
export const EDITOR_PATH = '/lab/pro/srt-edit'

/** The message catalogues that the editor uses. */
export const editorMessages = ['editor', 'checks', 'subtitles', 'tasks'] as const

/** Loads the editor's page and messages. */
export async function fetchEditor(): Promise<ComponentType> {
  const [{ EditorPage }] = await Promise.all([import('./EditorPage.tsx'), loadMessages(...editorMessages)])
  return EditorPage
}
