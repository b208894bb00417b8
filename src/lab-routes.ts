import type { RouteObject } from 'react-router-dom'
import { accountPages } from './pages/account/routes.tsx'
import { apiKeyPages } from './pages/apikeys/routes.tsx'
import { editorMessages } from './editor/shell/fetch-editor.ts'
import { editorPages } from './editor/shell/routes.tsx'
import { financePages } from './pages/finance/routes.tsx'
import { helpPages } from './pages/help/routes.tsx'
import { historyPages } from './pages/history/routes.tsx'
import { libraryPages } from './pages/library/routes.tsx'
import { proPages } from './pages/pro/routes.tsx'
import { staffPages } from './pages/staff/routes.tsx'
import { taskPages } from './pages/tasks/routes.tsx'
import { resumeOnAnyPage } from './pages/start/compose/resume.ts'
import { startPages } from './pages/start/routes.tsx'
import { uploadPages } from './pages/upload/routes.tsx'
import { loadMessages } from './i18n/index.ts'
import { routesOf } from './shell/guarded-routes.tsx'
import { later } from './ui/later.tsx'
import { Waiting } from './ui/Waiting.tsx'

/** Folders and batches open the editor over them without importing it: only this file knows both. */
const EditorOverPage = later(async () => {
  const [{ EditorOverPage: Part }] = await Promise.all([
    import('./editor/shell/EditorOverPage.tsx'),
    loadMessages(...editorMessages),
  ])
  return Part
}, Waiting)

/** Every page except the first ones. */
const pages = [
  ...startPages,
  ...helpPages,
  ...libraryPages,
  ...uploadPages,
  ...historyPages,
  ...taskPages,
  ...editorPages,
  ...proPages(EditorOverPage),
  ...staffPages,
  ...accountPages,
  ...financePages,
  ...apiKeyPages,
]

/** The router's table of these pages. */
export function labRoutes(): RouteObject[] {
  resumeOnAnyPage()
  return routesOf(pages)
}
