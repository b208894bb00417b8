import type { RouteObject } from 'react-router-dom'
import { accountPages } from './pages/account/routes.tsx'
import { editorPages } from './editor/routes.tsx'
import { helpPages } from './pages/help/routes.tsx'
import { historyPages } from './pages/history/routes.tsx'
import { libraryPages } from './pages/library/routes.tsx'
import { staffPages } from './pages/staff/routes.tsx'
import { taskPages } from './pages/tasks/routes.tsx'
import { startPages } from './pages/start/routes.tsx'
import { uploadPages } from './pages/upload/routes.tsx'
import { routesOf } from './shell/guarded-routes.tsx'

/** Every page but those that people come to first. */
const pages = [
  ...startPages,
  ...helpPages,
  ...libraryPages,
  ...uploadPages,
  ...historyPages,
  ...taskPages,
  ...editorPages,
  ...staffPages,
  ...accountPages,
]

/** The router's table of these pages. */
export function labRoutes(): RouteObject[] {
  return routesOf(pages)
}
