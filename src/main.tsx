import './style.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import * as z from 'zod/mini'
import { followOtherTabs, restoreSession } from './api/session.ts'
import { askAhead } from './editor/shell/ahead.ts'
import { EDITOR_PATH } from './editor/shell/fetch-editor.ts'
import { loadMessages, startI18n } from './i18n/index.ts'
import { createRouter } from './routes.tsx'
import { wireReactions } from './shell/reactions.ts'
import { startUi, UiProvider } from './ui/start.tsx'

const root = document.getElementById('root')
if (!root) throw new RangeError('index.html has no #root')

// The page's policy forbids code from strings: even trying is logged by the browser.
z.config({ jitless: true })
startUi()
startI18n()
const restored = restoreSession()
followOtherTabs()
const router = createRouter()
// Messages needed at any moment; a page's come with the page.
await loadMessages('common')
wireReactions(router, restored === 'expired')
// Not earlier: an answer may lead to the login page.
if (location.pathname === EDITOR_PATH) askAhead()

createRoot(root).render(
  <StrictMode>
    <UiProvider>
      <SWRConfig value={{ revalidateOnFocus: true, shouldRetryOnError: false }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </UiProvider>
  </StrictMode>,
)
