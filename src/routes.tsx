import { Spinner } from '@blueprintjs/core'
import { lazy, type ReactNode } from 'react'
import { createBrowserRouter, Outlet } from 'react-router-dom'
import { accountPages } from './pages/account/routes.tsx'
import { editorPages } from './editor/routes.tsx'
import { historyPages } from './pages/history/routes.tsx'
import { libraryPages } from './pages/library/routes.tsx'
import { publicPages } from './pages/public/routes.tsx'
import { staffPages } from './pages/staff/routes.tsx'
import { loadMessages } from './i18n/index.ts'
import { routesOf } from './shell/page-routes.tsx'

/** The first page shows the editor without knowing it: only here both are known. */
const LiveEditor = lazy(async () => {
  const [{ SampleEditor }] = await Promise.all([
    import('./editor/sample/SampleEditor.tsx'),
    import('@blueprintjs/select/lib/css/blueprint-select.css'),
    loadMessages('editor', 'checks', 'subtitles', 'tasks'),
  ])
  return { default: SampleEditor }
})

const pages = [
  ...publicPages(LiveEditor),
  ...accountPages,
  ...libraryPages,
  ...historyPages,
  ...editorPages,
  ...staffPages,
]

/** The router over the pages of all families. It begins to fetch the page of the present address at once. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([{ element: <Outlet />, HydrateFallback: Loading, children: routesOf(pages) }])
}

function Loading(): ReactNode {
  return (
    <div className="fill-centre">
      <Spinner />
    </div>
  )
}
