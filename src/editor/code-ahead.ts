import { loadMessages } from '#src/i18n/index.ts'

/** Fetches what the editor's page is made of. A file of its own: the names of all its parts would be in every first page. */
export function fetchCode(): void {
  // What does not come is asked for again by the route, which says so.
  void Promise.allSettled([import('./EditorPage.tsx'), loadMessages('editor', 'checks', 'subtitles', 'tasks')])
}
