import type { RouteObject } from 'react-router-dom'
import { loadMessages } from '#src/i18n/index.ts'
import { RequireLogin } from './guards.tsx'
import type { Page } from './page.ts'
import { routesOfPage } from './page-routes.tsx'

/** The router's table of pages, with login and frame where needed. */
export function routesOf(pages: readonly Page[]): RouteObject[] {
  const isGuarded = ({ guard }: Page): boolean => guard === 'session' || guard === 'staff'
  const open = pages.filter((page) => !isGuarded(page))
  const guarded = pages.filter(isGuarded)
  const paths = pages.flatMap((page) => page.paths)
  const loadFrame = async () => {
    const [{ Frame }] = await Promise.all([import('./Frame.tsx'), loadMessages('errors', 'header', 'shell')])
    return { Component: () => <Frame paths={paths} /> }
  }
  return [
    ...open.flatMap(routesOfPage),
    {
      element: <RequireLogin />,
      children: [
        { lazy: loadFrame, children: guarded.filter(({ framed }) => framed).flatMap(routesOfPage) },
        ...guarded.filter(({ framed }) => !framed).flatMap(routesOfPage),
      ],
    },
  ]
}
