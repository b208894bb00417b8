import axe from 'axe-core'
import { matchPath, type RouteObject } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { storeSession } from '#src/api/session.ts'
import { labRoutes } from '#src/lab-routes.ts'
import { firstRoutes } from '#src/routes.tsx'
import { toggleTheme } from '#src/ui/theme.ts'
import type { PagesPeople } from '#tests/support/pages-server.ts'
import {
  forCustomers,
  forEverybody,
  forStaff,
  leavePage,
  open,
  type Shown,
  startPages,
  STARTING_MS,
} from './open-page.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

let people: PagesPeople

beforeAll(async () => {
  people = await startPages('en')
}, STARTING_MS)
afterEach(leavePage)
afterAll(() => vi.restoreAllMocks())

/** Findings of axe as text: all rules in the current theme, and contrast in the other one. */
async function faultsOf(place: HTMLElement): Promise<string[]> {
  await stillness()
  const { violations } = await axe.run(place, { resultTypes: ['violations'] })
  toggleTheme()
  await stillness()
  const contrast = await axe.run(place, { resultTypes: ['violations'], runOnly: ['color-contrast'] })
  toggleTheme()
  return [...violations, ...contrast.violations].map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
  )
}

/** Waits for colours that fade; one that fades may begin the fading of what inherits it. */
async function stillness(): Promise<void> {
  const running = (): CSSTransition[] => document.getAnimations().filter((one) => one instanceof CSSTransition)
  while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished))
}

async function isFine([path, title, content]: Shown): Promise<void> {
  const place = await open(path.replace('FOLDER', people.folderId))
  expect.soft(place.querySelector('h1')?.textContent, path).toContain(title)
  await waitFor(() => expect(place.textContent, path).toContain(content))
  expect(await faultsOf(place)).toEqual([])
}

test.each(forEverybody)('%s for everybody', (...shown) => isFine(shown))

test.each(forCustomers)('%s of a customer', (...shown) => {
  storeSession(people.customer)
  return isFine(shown)
})

test.each(forStaff)('%s of staff', (...shown) => {
  storeSession(people.staff)
  return isFine(shown)
})

test('every address of the product is opened here, and a fault would be found', async () => {
  const opened = [...forEverybody, ...forCustomers, ...forStaff].map(([path]) => path.split('?')[0] ?? '')
  const missed = pathsOf([...firstRoutes(), ...labRoutes()]).filter(
    (pattern) => !opened.some((path) => matchPath(pattern, path)),
  )
  // These lead to another page.
  expect(missed).toEqual(['/lab/home', '/lab/space', '/lab', '/finance'])
  const place = document.createElement('div')
  place.innerHTML = '<h1>Title</h1><p style="color:#777;background:#888">Pale</p><img src="data:,">'
  document.body.replaceChildren(place)
  const rules = new Set((await faultsOf(place)).map((fault) => fault.split(':')[0]))
  expect([...rules].sort()).toEqual(['color-contrast', 'image-alt'])
})

function pathsOf(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...pathsOf(children ?? [])])
}
