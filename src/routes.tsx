import type { ReactNode } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router-dom'
import { signInPages } from './pages/account/sign-in-routes.tsx'
import { publicPages } from './pages/public/routes.tsx'
import { EDITOR_PATH, editorMessages, fetchEditor } from './editor/shell/fetch-editor.ts'
import { loadMessages } from './i18n/index.ts'
import { routesOfPage } from './shell/page-routes.tsx'
import { markFirstPage } from './ui/first-page.ts'
import { later } from './ui/later.tsx'
import { Waiting } from './ui/Waiting.tsx'

/** The first page shows the editor without importing it: only this file knows both. */
const LiveEditor = later(async () => {
  const [{ SampleEditor }] = await Promise.all([
    import('./editor/shell/SampleEditor.tsx'),
    loadMessages(...editorMessages),
  ])
  return SampleEditor
})

/** Not needed for the first page: loaded when the browser is idle. */
const Background = later(async () => {
  await new Promise((resolve) => setTimeout(resolve, BACKGROUND_AFTER_MS))
  markFirstPage()
  const [{ Background: Part }] = await Promise.all([import('./shell/background/Background.tsx'), loadMessages('shell')])
  return Part
})
const BACKGROUND_AFTER_MS = 1000

/** The first pages. All others are in `src/lab-routes.ts`, loaded on demand. */
export function firstRoutes(): RouteObject[] {
  return [
    ...[...publicPages(LiveEditor), ...signInPages].flatMap(routesOfPage),
    { path: '*', element: <Navigate to="/404/404" replace /> },
  ]
}

const ROOT = 'root'

/** The router over all pages. It starts to load the current address's page at once. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  // Before the table of all pages is loaded. The page retries and reports failures.
  if (location.pathname === EDITOR_PATH) fetchEditor().catch(() => undefined)
  let isWhole = false
  return createBrowserRouter(
    [
      {
        id: ROOT,
        element: <Root />,
        HydrateFallback: Waiting,
        children: firstRoutes(),
      },
    ],
    {
      patchRoutesOnNavigation: async ({ patch, signal }) => {
        const { labRoutes } = await import('./lab-routes.ts')
        // A superseded navigation is ignored.
        if (isWhole || signal.aborted) return
        patch(ROOT, labRoutes())
        isWhole = true
      },
    },
  )
}

function Root(): ReactNode {
  return (
    <>
      <Outlet />
      <Background />
    </>
  )
}
