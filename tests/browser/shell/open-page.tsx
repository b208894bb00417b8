import '#src/style.css'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { expect, inject, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { clearSession } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { labRoutes } from '#src/lab-routes.ts'
import { firstRoutes } from '#src/routes.tsx'
import { startUi, UiProvider } from '#src/ui/start.tsx'
import type { PagesPeople } from '#tests/support/pages-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** Time for the program to start on a busy machine. */
export const STARTING_MS = 300_000

const real = window.fetch.bind(window)
let root: Root | undefined

/** Prepares pages in a language that get the real program's answers; returns its people. */
export async function startPages(language: InterfaceLanguage): Promise<PagesPeople> {
  localStorage.setItem('language', language)
  const url = inject('pagesUrl')
  await page.viewport(1440, 900)
  startUi()
  startI18n()
  await loadMessages('common')
  vi.spyOn(window, 'fetch').mockImplementation((path, init) =>
    real(typeof path === 'string' && path.startsWith('/admin') ? url + path : path, init),
  )
  return (await (await real(`${url}/people`)).json()) as PagesPeople
}

/** Opens an address of the product's own table of pages, and waits until nothing loads. */
export async function open(path: string): Promise<HTMLElement> {
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
  await waitFor(
    () => {
      expect(place.querySelector('h1'), path).not.toBeNull()
      expect(document.querySelector('.skeleton, .page-spinner, .bp6-spinner'), path).toBeNull()
    },
    { timeout: 30_000 },
  )
  return place
}

/** Ends the open page and the session. */
export function leavePage(): void {
  root?.unmount()
  root = undefined
  clearSession()
}

/** Address, title, and what the program or the page shows there. */
export type Shown = readonly [path: string, title: string, content: string]

export const forEverybody: readonly Shown[] = [
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

export const forCustomers: readonly Shown[] = [
  ['/lab/workspace', 'Start with a video', 'Drop videos here'],
  ['/lab/library', 'Harbour morning', ''],
  ['/lab/library/file/FOLDER', 'Harbour morning', '2 subtitles'],
  ['/lab/upload', 'Upload', ''],
  ['/lab/upload/FOLDER', 'Upload', ''],
  ['/lab/history', 'History', ''],
  ['/lab/history?view=batches', 'History', ''],
  ['/lab/history?view=chains', 'History', 'No orders yet'],
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

export const forStaff: readonly Shown[] = [
  ['/lab/staff', 'Staff area', ''],
  ['/lab/staff/requests', 'Requests', ''],
  ['/lab/staff/survey', 'Survey', ''],
  ['/lab/staff/notices', 'Notices', 'New notice'],
  ['/lab/staff/accounts', 'Accounts', 'marta@example.org'],
  ['/lab/staff/tasks', 'Tasks', ''],
  ['/lab/staff/tasks?view=all', 'Tasks', ''],
  ['/lab/staff/ledger', 'Ledger', ''],
  ['/lab/staff/reports', 'Reports', ''],
  ['/lab/staff/audit', 'Audit', ''],
  ['/lab/staff/settings', 'Settings', 'Turn on'],
  ['/lab/apikeys', 'API keys', 'No keys'],
  ['/lab/apikeys?tab=webhooks', 'API keys', ''],
  ['/lab/staff/engines', 'Engines', 'Apertium'],
]
