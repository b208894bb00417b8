import type { ReactNode } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { loadMessages } from '#src/i18n/index.ts'
import { GuestOnly, StaffOnly } from './guards.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import type { Page } from './page.ts'
import { Titled } from './Titled.tsx'

/** The router's entries of a page, loaded on demand. */
export function routesOfPage(page: Page): RouteObject[] {
  const load = once(async () => {
    const parts = Promise.all([page.load(), loadMessages('common', ...page.messages)])
    const [Component] = await parts.catch(rethrowAsEvent)
    const shown = (
      <Titled title={page.title}>
        <Component />
      </Titled>
    )
    return { Component: (): ReactNode => guardBy(page.guard, shown) }
  })
  const [own] = page.paths
  return [
    ...page.paths.map((path) => ({ path, lazy: load, errorElement: <LoadFailed /> })),
    ...(page.formerPaths ?? []).map((path) => ({ path, element: <Navigate to={own} replace /> })),
  ]
}

function guardBy(guard: Page['guard'], shown: ReactNode): ReactNode {
  if (guard === 'guest') return <GuestOnly>{shown}</GuestOnly>
  return guard === 'staff' ? <StaffOnly>{shown}</StaffOnly> : shown
}

/** A failed load triggers the version check and is rethrown to the router. */
function rethrowAsEvent(error: unknown): never {
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  throw error
}

/** One component for all paths of a page, so that its state survives navigation between them. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
