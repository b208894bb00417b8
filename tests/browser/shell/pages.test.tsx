import '#src/style.css'
import axe from 'axe-core'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, matchPath, type RouteObject, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { clearSession, storeSession } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { labRoutes } from '#src/lab-routes.ts'
import { firstRoutes } from '#src/routes.tsx'
import { startUi, UiProvider } from '#src/ui/start.tsx'
import { toggleTheme } from '#src/ui/theme.ts'
import type { PagesPeople } from '#tests/support/pages-server.ts'

const url = inject('pagesUrl')
const real = window.fetch.bind(window)
let people: PagesPeople
let root: Root | undefined

beforeAll(async () => {
  await page.viewport(1440, 900)
  startUi()
  startI18n()
  await loadMessages('common')
  vi.spyOn(window, 'fetch').mockImplementation((path, init) =>
    real(typeof path === 'string' && path.startsWith('/admin') ? url + path : path, init),
  )
  people = (await (await real(`${url}/people`)).json()) as PagesPeople
}, 120_000)
afterEach(() => {
  root?.unmount()
  clearSession()
})
afterAll(() => vi.restoreAllMocks())

/** Opens an address of the product's own table of pages, with the program's answers. */
async function open(path: string): Promise<HTMLElement> {
  root?.unmount()
  const place = document.createElement('div')
  place.id = 'root'
  document.body.replaceChildren(place)
  const router = createMemoryRouter([...firstRoutes(), ...labRoutes()], { initialEntries: [path] })
  root = createRoot(place)
  root.render(
    <UiProvider>
      <SWRConfig value={{ dedupingInterval: 0, shouldRetryOnError: false, provider: () => new Map() }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </UiProvider>,
  )
  await vi.waitFor(
    () => {
      expect(place.querySelector('h1'), path).not.toBeNull()
      expect(document.querySelector('.skeleton, .page-spinner, .bp6-spinner'), path).toBeNull()
    },
    { timeout: 30_000 },
  )
  return place
}

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

/** Waits for colours that fade. */
async function stillness(): Promise<void> {
  const running = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(running.map(({ finished }) => finished))
}

/** Address, title, and what the program or the page shows there. */
type Shown = readonly [path: string, title: string, content: string]

const forEverybody: readonly Shown[] = [
  ['/', 'Subtitles timed to the millisecond', 'Try the editor now'],
  ['/login', 'Welcome back', 'Log in'],
  ['/login?tab=register', 'Create your account', 'Create account'],
  ['/forgotten', 'Forgotten password', 'E-mail'],
  ['/reset?token=none', 'Choose a new password', ''],
  ['/confirm?token=none', 'Confirm your e-mail address', ''],
  ['/agreement', 'Agreement and privacy', ''],
  ['/partner', 'Become a partner', ''],
  ['/partner?tab=demo', 'See it with your own videos', ''],
  ['/lab/doc', 'Help', ''],
  ['/404/404', 'exist', ''],
]

const forCustomers: readonly Shown[] = [
  ['/lab/workspace', 'Start with a video', 'Drop videos here'],
  ['/lab/library', 'Harbour morning', ''],
  ['/lab/library/file/FOLDER', 'Harbour morning', '2 subtitles'],
  ['/lab/upload', 'Upload', ''],
  ['/lab/upload/FOLDER', 'Upload', ''],
  ['/lab/history', 'History', ''],
  ['/lab/history?view=batches', 'History', ''],
  ['/lab/subtitleTranslate', 'Translate subtitles', ''],
  ['/lab/subtitleRemoval', 'Erase subtitles from videos', ''],
  ['/lab/videoTranslate', 'Translate and dub videos', ''],
  ['/lab/project/video_dubbing', 'Dubbing projects', ''],
  ['/lab/project/video_erase', 'Erasing projects', ''],
  ['/lab/pro', 'Pro mode', 'Harbour morning'],
  ['/lab/pro/folder/FOLDER/videos', 'Harbour morning', 'Run on all'],
  ['/lab/pro/folder/FOLDER/subtitles', 'Harbour morning', 'English'],
  ['/lab/pro/folder/FOLDER/speakers', 'Harbour morning', 'Add speaker'],
  ['/lab/pro/folder/FOLDER/batches', 'Harbour morning', ''],
  ['/lab/pro/folder/FOLDER/settings', 'Harbour morning', ''],
  ['/lab/pro/batch/none', '', ''],
  ['/lab/pro/srt-edit', 'Edit files on this computer', ''],
  ['/lab/profile', 'My profile', 'marta@example.org'],
  ['/lab/apikeys', 'Please contact us', ''],
  ['/finance/payorder', 'Orders and credits', ''],
  ['/finance/ai_payresult?order_id=none', '', ''],
  ['/finance/testpay?order_id=none', '', ''],
]

const forStaff: readonly Shown[] = [
  ['/lab/staff', 'Staff area', ''],
  ['/lab/staff/requests', 'Requests', ''],
  ['/lab/staff/survey', 'Survey', ''],
  ['/lab/staff/notices', 'Notices', 'New notice'],
  ['/lab/staff/accounts', 'Accounts', 'marta@example.org'],
  ['/lab/staff/tasks', 'Tasks', ''],
  ['/lab/staff/reports', 'Reports', ''],
  ['/lab/staff/audit', 'Audit', ''],
  ['/lab/staff/settings', 'Settings', 'Turn on'],
  ['/lab/staff/engines', 'Engines', 'Apertium'],
]

async function isFine([path, title, content]: Shown): Promise<void> {
  const place = await open(path.replace('FOLDER', people.folderId))
  expect.soft(place.querySelector('h1')?.textContent, path).toContain(title)
  await vi.waitFor(() => expect(place.textContent, path).toContain(content))
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
