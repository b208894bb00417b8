import '@blueprintjs/core/lib/css/blueprint.css'
import '@blueprintjs/select/lib/css/blueprint-select.css'
import './style.css'
import { BlueprintProvider, FocusStyleManager } from '@blueprintjs/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { followOtherTabs, restoreSession } from './api/session.ts'
import { startI18n } from './i18n/index.ts'
import { router } from './routes.tsx'
import { wireReactions } from './shell/reactions.ts'
import { applyTheme } from './ui/theme.ts'

FocusStyleManager.onlyShowFocusOnTabs()
applyTheme()
await startI18n()
const restored = restoreSession()
followOtherTabs()
wireReactions(router, restored === 'expired')

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BlueprintProvider>
      <SWRConfig value={{ revalidateOnFocus: true, shouldRetryOnError: false }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </BlueprintProvider>
  </StrictMode>,
)
