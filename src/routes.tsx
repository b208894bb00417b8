import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router-dom'
import { Spinner } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { LoginPage } from './pages/account/LoginPage.tsx'
import { HistoryPage } from './pages/history/HistoryPage.tsx'
import { LibraryPage } from './pages/library/LibraryPage.tsx'
import { LandingPage } from './pages/public/LandingPage.tsx'
import { NotFoundPage } from './pages/public/NotFoundPage.tsx'
import { Frame } from './shell/Frame.tsx'
import { GuestOnly, RequireLogin } from './shell/guards.tsx'
import { Titled } from './shell/Titled.tsx'

function Loading(): ReactNode {
  return (
    <div className="fill-centre">
      <Spinner />
    </div>
  )
}

/** The editor and Pixi come only when somebody edits. */
const editor = async () => ({ Component: (await import('./editor/EditorPage.tsx')).EditorPage })

const page = (path: string, title: string, element: ReactNode): RouteObject => ({
  path,
  element: <Titled title={title}>{element}</Titled>,
})

export const router = createBrowserRouter([
  {
    element: <Outlet />,
    HydrateFallback: Loading,
    children: [
      page('/', 'title_landing', <LandingPage />),
      page(
        '/login',
        'title_login',
        <GuestOnly>
          <LoginPage />
        </GuestOnly>,
      ),
      {
        element: <RequireLogin />,
        children: [
          {
            element: <Frame />,
            children: [
              { path: '/lab', element: <Navigate to="/lab/library" replace /> },
              { path: '/lab/workspace', element: <Navigate to="/lab/library" replace /> },
              page('/lab/library', 'title_library', <LibraryPage />),
              page('/lab/library/file/:folder_id?', 'title_library', <LibraryPage />),
              page('/lab/history', 'title_history', <HistoryPage />),
            ],
          },
          {
            path: '/lab/pro/srt-edit',
            element: (
              <Titled title="title_editor">
                <Outlet />
              </Titled>
            ),
            children: [{ index: true, lazy: editor }],
          },
        ],
      },
      page('/404/404', 'title_not_found', <NotFoundPage />),
      { path: '*', element: <Navigate to="/404/404" replace /> },
    ],
  },
])
